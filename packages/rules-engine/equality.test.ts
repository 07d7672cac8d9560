import { describe, expect, test } from 'vitest';
import { contains, containsAll, distinct, same, sameInSet, sameItem, within, without } from './equality.ts';
import type { RulesValue } from './values.ts';
import { duration, latLng, rulesPath, timestamp } from './values.ts';

const map = (entries: Record<string, RulesValue>): RulesValue => new Map(Object.entries(entries));

describe('same, sameItem and sameInSet', () => {
  test.each<[name: string, left: RulesValue, right: RulesValue, holds: [same: boolean, item: boolean, inSet: boolean]]>(
    [
      ['ints', 1n, 1n, [true, true, true]],
      ['an int and a float', 1n, 1, [true, false, true]],
      ['zero and minus zero', 0, -0, [true, true, true]],
      ['not a number', NaN, NaN, [false, false, true]],
      ['lists of ints', [1n], [1n], [true, true, true]],
      ['a list of ints and one of floats', [1n], [1], [false, false, true]],
      ['zero and minus zero in lists', [0], [-0], [false, false, true]],
      ['not a number in lists', [NaN], [NaN], [false, false, true]],
      ['an int and a float in maps', map({ a: 1n }), map({ a: 1 }), [false, false, true]],
      ['maps in another order', map({ a: 1n, b: 2n }), map({ b: 2n, a: 1n }), [true, true, true]],
      ['a null and a missing key', map({ a: null }), map({ b: null }), [false, false, false]],
      ['null and false', null, false, [false, false, false]],
      ['a number and its text', 1n, '1', [false, false, false]],
      ['timestamps', timestamp(1n), timestamp(1n), [true, true, true]],
      ['a timestamp and a duration', timestamp(1n), duration(1n), [false, false, false]],
      ['places', latLng(1, 2), latLng(1, 2), [true, true, true]],
      ['paths', rulesPath('/a/b'), rulesPath('a/b'), [true, true, true]],
      ['a path and its text', rulesPath('/a/b'), '/a/b', [false, false, false]],
      ['bytes', Uint8Array.of(1, 2), Uint8Array.of(1, 2), [true, true, true]],
      ['bytes and a list', Uint8Array.of(1), [1n], [false, false, false]],
      ['sets', { kind: 'set', items: ['a', 'b'] }, { kind: 'set', items: ['b', 'a'] }, [true, true, true]],
      ['a set and its list', { kind: 'set', items: ['a'] }, ['a'], [false, false, false]],
    ],
  )('compare %s', (...[, left, right, holds]) => {
    const found = [same, sameItem, sameInSet].map((equality) => [equality(left, right), equality(right, left)]);
    expect(found).toEqual(holds.map((one) => [one, one]));
  });
});

describe('operations on many items', () => {
  const texts = Array.from({ length: 2000 }, (_, at) => `t${at}`);
  const mixed: RulesValue[] = [...texts, 1n, 2.5, null, ['x']];

  test('find items as with few items', () => {
    expect(containsAll(mixed, [...texts, 1n, null, ['x']], sameItem)).toBe(true);
    expect(containsAll(mixed, [...texts, 1], sameItem)).toBe(false);
    expect(containsAll(mixed, [...texts, 1], sameInSet)).toBe(true);
    expect(without(mixed, texts, sameItem)).toEqual([1n, 2.5, null, ['x']]);
    expect(within(mixed, ['t7', 2.5, 'none'], sameItem)).toEqual(['t7', 2.5]);
    expect(contains(mixed, ['x'], sameItem)).toBe(true);
  });

  test('distinct removes duplicates', () => {
    expect(distinct([...texts, ...texts])).toEqual(texts);
    expect(distinct([1n, 1, 'a', 'a', NaN, NaN, null, null])).toEqual([1n, 'a', NaN, null]);
  });
});
