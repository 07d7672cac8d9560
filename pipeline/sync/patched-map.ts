/**
 * One version of a map with string keys. The newest version is an ordinary map; each earlier one stores the changes
 * since then, so that creating a version of a map with a hundred thousand entries, or comparing two, costs only the
 * changed entries. Order is not kept: changed entries may come last.
 */
class MapVersion<Value> implements ReadonlyMap<string, Value> {
  /** The entries of the newest version, shared by all versions derived from the same map. */
  readonly entriesNow: Map<string, Value>;
  /** How this version differs from a later one; null while it is the newest. Undefined stands for no entry. */
  #since: { later: MapVersion<Value>; entries: Map<string, Value | undefined> } | null = null;

  constructor(entriesNow: Map<string, Value>) {
    this.entriesNow = entriesNow;
  }

  /** This version's values of all entries changed since; null for the newest version. Undefined stands for no entry. */
  differing(): ReadonlyMap<string, Value | undefined> | null {
    if (this.#since === null) return null;
    // Versions in between are traversed once; their changes are cached here.
    for (let { later } = this.#since; later.#since !== null; later = this.#since.later) {
      for (const [key, value] of later.#since.entries)
        if (!this.#since.entries.has(key)) this.#since.entries.set(key, value);
      this.#since.later = later.#since.later;
    }
    return this.#since.entries;
  }

  /** Makes this version the newest. The previous newest version becomes an earlier one. */
  #becomeNewest(): void {
    const differing = this.differing();
    if (differing === null || this.#since === null) return;
    const { later } = this.#since;
    this.#since = null;
    later.#since = { later: this, entries: this.#change(differing) };
  }

  /** Changes the shared entries; returns the previous values. */
  #change(changes: Iterable<readonly [string, Value | undefined]>): Map<string, Value | undefined> {
    const before = new Map<string, Value | undefined>();
    for (const [key, value] of changes) {
      if (!before.has(key)) before.set(key, this.entriesNow.get(key));
      if (value === undefined) this.entriesNow.delete(key);
      else this.entriesNow.set(key, value);
    }
    return before;
  }

  /** The version with these changes. */
  with(changes: Iterable<readonly [string, Value | undefined]>): MapVersion<Value> {
    this.#becomeNewest();
    const next = new MapVersion(this.entriesNow);
    this.#since = { later: next, entries: this.#change(changes) };
    return next;
  }

  get(key: string): Value | undefined {
    const differing = this.differing();
    return differing?.has(key) ? differing.get(key) : this.entriesNow.get(key);
  }

  has(key: string): boolean {
    const differing = this.differing();
    return differing?.has(key) ? differing.get(key) !== undefined : this.entriesNow.has(key);
  }

  get size(): number {
    let { size } = this.entriesNow;
    for (const [key, value] of this.differing() ?? []) {
      size += Number(value !== undefined) - Number(this.entriesNow.has(key));
    }
    return size;
  }

  /** A copy of all entries: the shared map may change while a caller iterates. */
  #all(): [string, Value][] {
    const differing = this.differing();
    if (differing === null) return [...this.entriesNow];
    const unchanged = [...this.entriesNow].filter(([key]) => !differing.has(key));
    return [
      ...unchanged,
      ...[...differing].flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as [string, Value]])),
    ];
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  entries(): MapIterator<[string, Value]> {
    return this.#all().values();
  }

  keys(): MapIterator<string> {
    return (this.#since === null ? [...this.entriesNow.keys()] : this.#all().map(([key]) => key)).values();
  }

  values(): MapIterator<Value> {
    return (this.#since === null ? [...this.entriesNow.values()] : this.#all().map(([, value]) => value)).values();
  }

  forEach(callback: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of this) callback(value, key, this);
  }
}

/** Returns the map with the given entries set. Undefined deletes an entry; values are never undefined. */
export function patchMap<Value>(
  map: ReadonlyMap<string, Value>,
  changes: Iterable<readonly [string, Value | undefined]>,
): ReadonlyMap<string, Value> {
  // An empty map needs no record of its entries: it stays unchanged.
  if (map.size === 0) {
    const first = new Map<string, Value>();
    for (const [key, value] of changes) {
      if (value === undefined) first.delete(key);
      else first.set(key, value);
    }
    return first.size === 0 ? map : new MapVersion(first);
  }
  const last = new Map(changes);
  for (const [key, value] of last) if (map.get(key) === value) last.delete(key);
  if (last.size === 0) return map;
  return (map instanceof MapVersion ? (map as MapVersion<Value>) : new MapVersion(new Map(map))).with(last);
}

/** The keys under which two maps hold different values. */
export function changedKeys<Value>(before: ReadonlyMap<string, Value>, after: ReadonlyMap<string, Value>): string[] {
  if (before === after) return [];
  const differs = (key: string): boolean => before.get(key) !== after.get(key);
  if (before instanceof MapVersion && after instanceof MapVersion && before.entriesNow === after.entriesNow) {
    const candidates = [before, after].flatMap((version) => [...(version.differing()?.keys() ?? [])]);
    return [...new Set<string>(candidates)].filter(differs);
  }
  return [...[...after.keys()].filter(differs), ...[...before.keys()].filter((key) => !after.has(key))];
}
