import { orderSections } from '@frontage/model/homepage';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { move, renumber } from './reorder.ts';

const sections = (...orders: number[]) => orders.map((order_index, index) => ({ id: `s${index}`, order_index }));

describe('reordering sections', () => {
  it.each([
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
    [0, 3, 'abc'],
    [0, -1, 'abc'],
  ])('moves %d to %d: %s', (from, to, expected) => {
    expect(move(['a', 'b', 'c'], from, to).join('')).toBe(expected);
  });

  it('changes only moved sections', () => {
    expect(renumber(sections(0, 1, 5)).map(({ section, order_index }) => [section.id, order_index])).toEqual([
      ['s2', 2],
    ]);
  });

  it('yields the requested order for any initial numbers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(5), { minLength: 1, maxLength: 8 }),
        fc.nat(7),
        fc.nat(7),
        (...[orders, from, to]) => {
          const wanted = move(orderSections(sections(...orders)), from, to);
          const changed = new Map(renumber(wanted).map(({ section, order_index }) => [section.id, order_index]));
          const after = wanted.map(({ id, order_index }) => ({ id, order_index: changed.get(id) ?? order_index }));
          expect(orderSections(after).map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
        },
      ),
    );
  });
});
