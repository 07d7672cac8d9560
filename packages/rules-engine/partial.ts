import type { RulesPartialMap, RulesValue, Value } from './values.ts';

/**
 * A document of which only the given fields are known. Field paths are written as in Firestore: dots separate names,
 * backticks quote them (`` `a.b`.c ``).
 */
export function partialOf(knownFields: ReadonlyMap<string, RulesValue>): RulesPartialMap {
  const root = new Map<string, Value>();
  for (const [path, value] of knownFields) addField(root, splitFieldPath(path), value);
  return { kind: 'partial', known: root };
}

function addField(root: Map<string, Value>, names: readonly string[], value: RulesValue): void {
  let fields = root;
  for (const [at, name] of names.entries()) {
    const existing = fields.get(name);
    if (at === names.length - 1) {
      // A filter on the whole map includes filters on parts of it.
      fields.set(name, fixedValue(value));
    } else if (existing === undefined || (isTagged(existing) && existing.kind === 'partial')) {
      const below = new Map<string, Value>(existing === undefined ? [] : knownOf(existing));
      fields.set(name, { kind: 'partial', known: below });
      fields = below;
    } else {
      return;
    }
  }
}

/** An equality filter matches both `1` and `1.0`, so the type of a number is unknown. */
const fixedValue = (value: RulesValue): Value =>
  typeof value === 'bigint' || typeof value === 'number' ? { kind: 'fixed', value } : value;

const isTagged = (value: Value): value is Extract<Value, { kind: string }> =>
  value !== null && typeof value === 'object' && 'kind' in value;

const knownOf = (value: Value): ReadonlyMap<string, Value> =>
  isTagged(value) && value.kind === 'partial' ? value.known : new Map<string, Value>();

/** The names in a field path: `` a.`b.c` `` has two. */
export function splitFieldPath(path: string): string[] {
  const found = path.match(/`(?:[^`\\]|\\.)*`|[^.]+/g) ?? [];
  return found.map((name) => (name.startsWith('`') ? name.slice(1, -1).replace(/\\(.)/g, '$1') : name));
}
