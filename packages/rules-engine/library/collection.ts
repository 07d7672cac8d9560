import { contains, containsAll, containsAny, distinct, sameInSet, sameItem, within, without } from '../equality.ts';
import type { RulesMap, RulesMapDiff, RulesSet, RulesValue } from '../values.ts';
import { RulesError } from '../values.ts';
import { toText } from './conversion.ts';
import type { LibraryTable } from './signature.ts';
import { takes } from './signature.ts';

const itemsOf = (items: readonly RulesValue[] | RulesSet): readonly RulesValue[] =>
  'kind' in items ? items.items : items;

const setOf = (items: readonly RulesValue[]): RulesSet => ({ kind: 'set', items });

/** Methods of lists. */
export const LIST_METHODS: LibraryTable = {
  concat: takes(['list', 'list'], ([self, other]) => [...self, ...other]),
  hasAll: takes(['list', 'list'], ([self, other]) => containsAll(self, other, sameItem)),
  hasAny: takes(['list', 'list'], ([self, other]) => containsAny(self, other, sameItem)),
  hasOnly: takes(['list', 'list'], ([self, other]) => containsAll(other, self, sameItem)),
  join: takes(['list', 'string'], ([self, separator]) => join(self, separator)),
  removeAll: takes(['list', 'list'], ([self, other]) => without(self, other, sameItem)),
  size: takes(['list'], ([self]) => BigInt(self.length)),
  toSet: takes(['list'], ([self]) => setOf(distinct(self))),
};

/** Methods of sets; the tests also take a list. */
export const SET_METHODS: LibraryTable = {
  difference: takes(['set', 'set'], ([self, other]) => setOf(without(self.items, other.items, sameInSet))),
  hasAll: takes(['set', 'items'], ([self, other]) => containsAll(self.items, itemsOf(other), sameInSet)),
  hasAny: takes(['set', 'items'], ([self, other]) => containsAny(self.items, itemsOf(other), sameInSet)),
  hasOnly: takes(['set', 'items'], ([self, other]) => containsAll(itemsOf(other), self.items, sameInSet)),
  intersection: takes(['set', 'set'], ([self, other]) => setOf(within(self.items, other.items, sameInSet))),
  size: takes(['set'], ([self]) => BigInt(self.items.length)),
  union: takes(['set', 'set'], ([self, other]) => setOf(distinct([...self.items, ...other.items]))),
};

/** Methods of maps. */
export const MAP_METHODS: LibraryTable = {
  diff: takes(['map', 'map'], ([left, right]) => ({ kind: 'mapdiff', left, right })),
  get: takes(['map', 'keys', 'any'], ([self, keys, fallback]) => getNested(self, keys, fallback)),
  keys: takes(['map'], ([self]) => [...self.keys()]),
  size: takes(['map'], ([self]) => BigInt(self.size)),
  values: takes(['map'], ([self]) => [...self.values()]),
};

/** Methods of the result of `map.diff()`: sets of keys. */
export const MAP_DIFF_METHODS: LibraryTable = {
  addedKeys: takes(['mapdiff'], ([diff]) => setOf(keysWhere(diff.left, (key) => !diff.right.has(key)))),
  affectedKeys: takes(['mapdiff'], ([diff]) => setOf(affectedKeys(diff))),
  changedKeys: takes(['mapdiff'], ([diff]) => setOf(sharedKeys(diff, false))),
  removedKeys: takes(['mapdiff'], ([diff]) => setOf(keysWhere(diff.right, (key) => !diff.left.has(key)))),
  unchangedKeys: takes(['mapdiff'], ([diff]) => setOf(sharedKeys(diff, true))),
};

function join(items: readonly RulesValue[], separator: string): string | RulesError {
  const texts: string[] = [];
  for (const item of items) {
    const text = toText(item);
    if (text instanceof RulesError) return text;
    texts.push(text);
  }
  return texts.join(separator);
}

/** Follows a list of keys through nested maps. Returns the fallback if a key is missing. */
function getNested(map: RulesMap, keys: string | readonly RulesValue[], fallback: RulesValue): RulesValue | RulesError {
  const steps = typeof keys === 'string' ? [keys] : keys;
  if (steps.length === 0) return new RulesError('get: the list of keys is empty');
  if (!steps.every((step) => typeof step === 'string')) return new RulesError('get: the keys of a map are strings');
  let value: RulesValue = map;
  for (const step of steps) {
    if (!(value instanceof Map) || !value.has(step)) return fallback;
    value = value.get(step) ?? null;
  }
  return value;
}

const keysWhere = (map: RulesMap, test: (key: string) => boolean): string[] => [...map.keys()].filter(test);

const isUnchanged = ({ left, right }: RulesMapDiff, key: string): boolean => {
  const before = right.get(key);
  const after = left.get(key);
  return before !== undefined && after !== undefined && sameInSet(before, after);
};

const sharedKeys = (diff: RulesMapDiff, unchanged: boolean): string[] =>
  keysWhere(diff.left, (key) => diff.right.has(key) && isUnchanged(diff, key) === unchanged);

const affectedKeys = (diff: RulesMapDiff): string[] => [
  ...keysWhere(diff.left, (key) => !isUnchanged(diff, key)),
  ...keysWhere(diff.right, (key) => !diff.left.has(key)),
];

/** `value in list` and `value in set`. */
export const isItemOf = (value: RulesValue, container: readonly RulesValue[] | RulesSet): boolean =>
  'kind' in container ? contains(container.items, value, sameInSet) : contains(container, value, sameItem);
