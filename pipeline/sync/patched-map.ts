/**
 * A map of strings as a few changes over a base that it shares with the maps it was made from: a new state of ten
 * thousand documents costs what has changed in it. Order is not kept: changed entries come last.
 */
class PatchedMap<Value> implements ReadonlyMap<string, Value> {
  readonly base: ReadonlyMap<string, Value>;
  /** Undefined stands for an entry of the base that is gone. */
  readonly changes: ReadonlyMap<string, Value | undefined>;
  readonly size: number;

  constructor(base: ReadonlyMap<string, Value>, changes: ReadonlyMap<string, Value | undefined>) {
    this.base = base;
    this.changes = changes;
    let size = base.size;
    for (const [key, value] of changes) size += Number(value !== undefined) - Number(base.has(key));
    this.size = size;
  }

  get(key: string): Value | undefined {
    return this.changes.has(key) ? this.changes.get(key) : this.base.get(key);
  }

  has(key: string): boolean {
    return this.changes.has(key) ? this.changes.get(key) !== undefined : this.base.has(key);
  }

  *[Symbol.iterator](): MapIterator<[string, Value]> {
    for (const entry of this.base) if (!this.changes.has(entry[0])) yield entry;
    for (const [key, value] of this.changes) if (value !== undefined) yield [key, value];
  }

  entries(): MapIterator<[string, Value]> {
    return this[Symbol.iterator]();
  }

  *keys(): MapIterator<string> {
    for (const [key] of this) yield key;
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this) yield value;
  }

  forEach(callback: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of this) callback(value, key, this);
  }
}

// Enough edits between two copies of the base to make the copies cheap, few enough to make copying the changes so.
const mostChanges = (size: number): number => Math.max(32, 2 * Math.sqrt(size));

/** The map with these entries set or, where undefined, gone. Values themselves are never undefined. */
export function patchMap<Value>(
  map: ReadonlyMap<string, Value>,
  changes: Iterable<readonly [string, Value | undefined]>,
): ReadonlyMap<string, Value> {
  const { base, changes: earlier } = asPatched(map);
  const merged = new Map(earlier);
  let isSame = true;
  for (const [key, value] of changes) {
    if ((merged.has(key) ? merged.get(key) : base.get(key)) === value) continue;
    merged.set(key, value);
    isSame = false;
  }
  if (isSame) return map;
  const patched = new PatchedMap(base, merged);
  return merged.size > mostChanges(base.size) ? new Map(patched) : patched;
}

/** The keys under which two maps hold different values. */
export function changedKeys<Value>(before: ReadonlyMap<string, Value>, after: ReadonlyMap<string, Value>): string[] {
  if (before === after) return [];
  const differs = (key: string): boolean => before.get(key) !== after.get(key);
  const [old, now] = [asPatched(before), asPatched(after)];
  if (old.base === now.base) return [...new Set([...old.changes.keys(), ...now.changes.keys()])].filter(differs);
  return [...[...after.keys()].filter(differs), ...[...before.keys()].filter((key) => !after.has(key))];
}

const asPatched = <Value>(map: ReadonlyMap<string, Value>): PatchedMap<Value> =>
  map instanceof PatchedMap ? (map as PatchedMap<Value>) : new PatchedMap<Value>(map, new Map());
