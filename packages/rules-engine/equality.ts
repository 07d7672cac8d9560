import type { RulesMap, RulesValue } from './values.ts';

/**
 * The language compares numbers in three ways, depending on the context:
 *
 * - `same` is `==`: an int equals a float of the same value (`1 == 1.0`), NaN equals no value; but the items of lists
 *   and maps must be identical, type included (`[1] == [1.0]` is false);
 * - `sameItem` is used to find items of lists (`in`, `hasAny`, `removeAll` …): numbers must have the same type and
 *   value;
 * - `sameInSet` is used by sets and map diffs: numbers are compared by value at any depth, and NaN equals NaN.
 */
interface Comparison {
  readonly numbers: (left: bigint | number, right: bigint | number) => boolean;
  readonly inside: Comparison;
}

export type Equality = (left: RulesValue, right: RulesValue) => boolean;

const IDENTICAL: Comparison = {
  numbers: (left, right) => (typeof left === 'number' && left === right ? Object.is(left, right) : left === right),
  get inside() {
    return IDENTICAL;
  },
};
const BY_VALUE: Comparison = {
  numbers: (left, right) => left == right || (Number.isNaN(left) && Number.isNaN(right)),
  get inside() {
    return BY_VALUE;
  },
};

export const same: Equality = (left, right) => compare(left, right, SAME);
export const sameItem: Equality = (left, right) => compare(left, right, SAME_ITEM);
export const sameInSet: Equality = (left, right) => compare(left, right, BY_VALUE);

const SAME: Comparison = { numbers: (left, right) => left == right, inside: IDENTICAL };
const SAME_ITEM: Comparison = { numbers: (left, right) => left === right, inside: IDENTICAL };

const isNumber = (value: RulesValue): value is bigint | number =>
  typeof value === 'bigint' || typeof value === 'number';

function compare(left: RulesValue, right: RulesValue, by: Comparison): boolean {
  if (isNumber(left)) return isNumber(right) && by.numbers(left, right);
  if (left === null || typeof left !== 'object' || right === null || typeof right !== 'object') return left === right;
  if (left instanceof Map) return right instanceof Map && compareMaps(left, right, by);
  if (Array.isArray(left)) return Array.isArray(right) && compareLists(left, right, by);
  if (left instanceof Uint8Array) return right instanceof Uint8Array && isSameSequence(left, right);
  if (right instanceof Map || Array.isArray(right) || right instanceof Uint8Array) return false;
  switch (left.kind) {
    case 'timestamp':
    case 'duration':
      return left.kind === right.kind && left.nanos === right.nanos;
    case 'latlng':
      return right.kind === 'latlng' && left.latitude === right.latitude && left.longitude === right.longitude;
    case 'path':
      return right.kind === 'path' && isSameSequence(left.segments, right.segments);
    case 'set':
      return (
        right.kind === 'set' &&
        left.items.length === right.items.length &&
        containsAll(left.items, right.items, sameInSet)
      );
  }
}

function compareMaps(left: RulesMap, right: RulesMap, by: Comparison): boolean {
  if (left.size !== right.size) return false;
  for (const [key, value] of left) {
    const other = right.get(key);
    if (other === undefined || !compare(value, other, by.inside)) return false;
  }
  return true;
}

function compareLists(left: readonly RulesValue[], right: readonly RulesValue[], by: Comparison): boolean {
  return left.length === right.length && left.every((item, at) => compare(item, right[at] ?? null, by.inside));
}

function isSameSequence<T>(left: ArrayLike<T>, right: ArrayLike<T>): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}

export function contains(items: readonly RulesValue[], value: RulesValue, equality: Equality): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return items.includes(value);
  return items.some((item) => equality(item, value));
}

export function containsAll(items: readonly RulesValue[], wanted: readonly RulesValue[], equality: Equality): boolean {
  return wanted.every(lookup(items, wanted.length, equality));
}

export function containsAny(items: readonly RulesValue[], wanted: readonly RulesValue[], equality: Equality): boolean {
  return wanted.some(lookup(items, wanted.length, equality));
}

/** The items that are not in `others`. */
export function without(items: readonly RulesValue[], others: readonly RulesValue[], equality: Equality): RulesValue[] {
  const has = lookup(others, items.length, equality);
  return items.filter((item) => !has(item));
}

/** The items that are also in `others`. */
export function within(items: readonly RulesValue[], others: readonly RulesValue[], equality: Equality): RulesValue[] {
  return items.filter(lookup(others, items.length, equality));
}

/** The items without duplicates; of equal items the first one stays. */
export function distinct(items: readonly RulesValue[]): RulesValue[] {
  if (items.every((item) => typeof item === 'string')) return [...new Set(items)];
  const kept: RulesValue[] = [];
  for (const item of items) if (!contains(kept, item, sameInSet)) kept.push(item);
  return kept;
}

// Above this many comparisons, a lookup set of the strings is faster and makes the cost of large arrays linear.
const LINEAR_LIMIT = 1024;

function lookup(items: readonly RulesValue[], times: number, equality: Equality): (value: RulesValue) => boolean {
  if (items.length * times <= LINEAR_LIMIT) return (value) => contains(items, value, equality);
  const strings = new Set<RulesValue>();
  const rest: RulesValue[] = [];
  for (const item of items) {
    if (typeof item === 'string') strings.add(item);
    else rest.push(item);
  }
  return (value) => (typeof value === 'string' ? strings.has(value) : contains(rest, value, equality));
}
