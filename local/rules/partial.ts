import type { RulesPartialMap, RulesValue, Value } from './values.ts';

/**
 * The document of which only these field paths are known. A path is written as in Firestore: dots separate, backticks
 * quote (`` `a.b`.c ``).
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
      // A filter on the whole map says more than filters on parts of it.
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

/** An equality filter finds `1` and `1.0` alike. */
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
