import type { RulesMap, RulesValue } from './values.ts';

/** `==` of the language: deep, integers and floats by number, values of different types are different. */
export function isSame(left: RulesValue, right: RulesValue): boolean {
  if (left === right) return true;
  if (left === null || right === null) return false;
  const leftIsNumber = typeof left === 'bigint' || typeof left === 'number';
  if (leftIsNumber) return (typeof right === 'bigint' || typeof right === 'number') && left == right;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  if (left instanceof Map) return right instanceof Map && isSameMap(left, right);
  if (Array.isArray(left)) return Array.isArray(right) && isSameList(left, right);
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
      return right.kind === 'set' && left.items.length === right.items.length && containsAll(left.items, right.items);
  }
}

export function contains(items: readonly RulesValue[], value: RulesValue): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return items.includes(value);
  return items.some((item) => isSame(item, value));
}

// Above this many comparisons a lookup set of the strings pays for itself and keeps large arrays linear.
const LINEAR_LIMIT = 1024;

export function containsAll(items: readonly RulesValue[], wanted: readonly RulesValue[]): boolean {
  const has = lookup(items, wanted.length);
  return wanted.every(has);
}

export function containsAny(items: readonly RulesValue[], wanted: readonly RulesValue[]): boolean {
  const has = lookup(items, wanted.length);
  return wanted.some(has);
}

/** The values in order without repetitions. */
export function distinct(items: readonly RulesValue[]): RulesValue[] {
  if (items.every((item) => typeof item === 'string')) return [...new Set(items)];
  const kept: RulesValue[] = [];
  for (const item of items) if (!contains(kept, item)) kept.push(item);
  return kept;
}

/** Those items that `others` does not hold (or, with `keep`, those it does). */
export function without(items: readonly RulesValue[], others: readonly RulesValue[], keep = false): RulesValue[] {
  const has = lookup(others, items.length);
  return items.filter((item) => has(item) === keep);
}

function lookup(items: readonly RulesValue[], times: number): (value: RulesValue) => boolean {
  if (items.length * times <= LINEAR_LIMIT) return (value) => contains(items, value);
  const strings = new Set<RulesValue>();
  const rest: RulesValue[] = [];
  for (const item of items) {
    if (typeof item === 'string') strings.add(item);
    else rest.push(item);
  }
  return (value) => (typeof value === 'string' ? strings.has(value) : contains(rest, value));
}

function isSameMap(left: RulesMap, right: RulesMap): boolean {
  if (left.size !== right.size) return false;
  for (const [key, value] of left) {
    const other = right.get(key);
    if (other === undefined || !isSame(value, other)) return false;
  }
  return true;
}

function isSameList(left: readonly RulesValue[], right: readonly RulesValue[]): boolean {
  return left.length === right.length && left.every((item, at) => isSame(item, right[at] ?? null));
}

function isSameSequence<T>(left: ArrayLike<T>, right: ArrayLike<T>): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}
