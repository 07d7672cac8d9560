import { contains, containsAll, containsAny, distinct, isSame, without } from '../sameness.ts';
import type { RulesMap, RulesMapDiff, RulesSet, RulesValue } from '../values.ts';
import { RulesError } from '../values.ts';
import type { LibraryTable } from './signature.ts';
import { takes } from './signature.ts';

const itemsOf = (items: readonly RulesValue[] | RulesSet): readonly RulesValue[] =>
  'kind' in items ? items.items : items;

const setOf = (items: readonly RulesValue[]): RulesSet => ({ kind: 'set', items });

/** Methods of lists. */
export const LIST_METHODS: LibraryTable = {
  concat: takes(['list', 'list'], ([self, other]) => [...self, ...other]),
  hasAll: takes(['list', 'items'], ([self, other]) => containsAll(self, itemsOf(other))),
  hasAny: takes(['list', 'items'], ([self, other]) => containsAny(self, itemsOf(other))),
  hasOnly: takes(['list', 'items'], ([self, other]) => containsAll(itemsOf(other), self)),
  join: takes(['list', 'string'], ([self, separator]) =>
    self.every((item) => typeof item === 'string')
      ? self.join(separator)
      : new RulesError('join: not all items are strings'),
  ),
  removeAll: takes(['list', 'list'], ([self, other]) => without(self, other)),
  size: takes(['list'], ([self]) => BigInt(self.length)),
  toSet: takes(['list'], ([self]) => setOf(distinct(self))),
};

/** Methods of sets. */
export const SET_METHODS: LibraryTable = {
  difference: takes(['set', 'set'], ([self, other]) => setOf(without(self.items, other.items))),
  hasAll: takes(['set', 'items'], ([self, other]) => containsAll(self.items, itemsOf(other))),
  hasAny: takes(['set', 'items'], ([self, other]) => containsAny(self.items, itemsOf(other))),
  hasOnly: takes(['set', 'items'], ([self, other]) => containsAll(itemsOf(other), self.items)),
  intersection: takes(['set', 'set'], ([self, other]) => setOf(without(self.items, other.items, true))),
  size: takes(['set'], ([self]) => BigInt(self.items.length)),
  union: takes(['set', 'set'], ([self, other]) => setOf(distinct([...self.items, ...other.items]))),
};

/** Methods of maps. */
export const MAP_METHODS: LibraryTable = {
  diff: takes(['map', 'map'], ([left, right]) => ({ kind: 'mapdiff', left, right })),
  get: takes(['map', 'any', 'any'], ([self, key, fallback]) => getNested(self, key, fallback)),
  keys: takes(['map'], ([self]) => [...self.keys()]),
  size: takes(['map'], ([self]) => BigInt(self.size)),
  values: takes(['map'], ([self]) => [...self.values()]),
};

/** Methods of what `map.diff()` gives: sets of keys. */
export const MAP_DIFF_METHODS: LibraryTable = {
  addedKeys: takes(['mapdiff'], ([diff]) => setOf(keysWhere(diff.left, (key) => !diff.right.has(key)))),
  affectedKeys: takes(['mapdiff'], ([diff]) => setOf(affectedKeys(diff))),
  changedKeys: takes(['mapdiff'], ([diff]) => setOf(sharedKeys(diff, false))),
  removedKeys: takes(['mapdiff'], ([diff]) => setOf(keysWhere(diff.right, (key) => !diff.left.has(key)))),
  unchangedKeys: takes(['mapdiff'], ([diff]) => setOf(sharedKeys(diff, true))),
};

function getNested(map: RulesMap, key: RulesValue, fallback: RulesValue): RulesValue | RulesError {
  if (typeof key === 'string') return map.get(key) ?? (map.has(key) ? null : fallback);
  if (!Array.isArray(key)) return new RulesError('get: the key must be a string or a list of strings');
  let value: RulesValue = map;
  for (const step of key) {
    if (typeof step !== 'string') return new RulesError('get: the key must be a string or a list of strings');
    if (!(value instanceof Map)) return fallback;
    const next: RulesValue | undefined = value.get(step);
    if (next === undefined) return fallback;
    value = next;
  }
  return key.length === 0 ? new RulesError('get: the list of keys is empty') : value;
}

const keysWhere = (map: RulesMap, test: (key: string) => boolean): string[] => [...map.keys()].filter(test);

const isUnchanged = ({ left, right }: RulesMapDiff, key: string): boolean => {
  const before = right.get(key);
  const after = left.get(key);
  return before !== undefined && after !== undefined && isSame(before, after);
};

const sharedKeys = (diff: RulesMapDiff, unchanged: boolean): string[] =>
  keysWhere(diff.left, (key) => diff.right.has(key) && isUnchanged(diff, key) === unchanged);

const affectedKeys = (diff: RulesMapDiff): string[] => [
  ...keysWhere(diff.left, (key) => !isUnchanged(diff, key)),
  ...keysWhere(diff.right, (key) => !diff.left.has(key)),
];

/** `value in container` for the containers of this file. */
export const isInSet = (value: RulesValue, set: RulesSet): boolean => contains(set.items, value);
