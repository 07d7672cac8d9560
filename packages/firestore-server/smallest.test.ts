import fc from 'fast-check';
import { expect, it } from 'vitest';
import { smallest } from './run-query.ts';

it('smallest returns the first elements of the sorted order', () => {
  const compare = (a: number, b: number): number => a - b;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20, max: 20 })), fc.nat(30), (items, count) => {
      expect(smallest(items, compare, count)).toEqual([...items].sort(compare).slice(0, count));
    }),
  );
});
