import type { ListedSection } from '@frontage/model/summaries/listed';
import { describe, expect, it, test } from 'vitest';
import { orderSections } from '@frontage/model/homepage';
import fc from 'fast-check';
import { move, publishQuestion, renumber, sameKeyHint } from './sections.ts';

const section = (is_published: boolean, is_visible: boolean): ListedSection => ({
  id: 's',
  section_key: 'hero',
  title: 'Hello',
  excerpt: '',
  order_index: 0,
  is_published,
  is_visible,
  rev: 1,
  created_at: '',
  created_by: '',
  updated_at: '',
});

test.each([
  [false, true, 'Publish', '“Hello” will be on the homepage.'],
  [false, false, 'Publish', '“Hello” is hidden: it stays off the homepage until it is shown.'],
  [true, true, 'Unpublish', '“Hello” will no longer be on the homepage.'],
  [true, false, 'Unpublish', '“Hello” is hidden: visitors do not see it now.'],
])('publishQuestion for published %s, visible %s: %s', (...[is_published, is_visible, action, description]) => {
  expect(publishQuestion(section(is_published, is_visible))).toMatchObject({ action, description });
});

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

const known = [
  { id: 'a', section_key: 'hero', title: 'Hello' },
  { id: 'b', section_key: 'why-it-matters', title: 'Because' },
] as ListedSection[];

it.each([
  ['c', 'hero', '“Hello” has this key too. Only one hero is shown at the top; others are shown as blocks.'],
  ['c', 'why-it-matters', '“Because” has this key too.'],
  ['c', 'start-experiment', ''],
  ['b', 'why-it-matters', ''],
  ['c', '', ''],
] as const)('the hint for section %s with the key %j is %j', (id, key, hint) => {
  expect(sameKeyHint(known, { id, key })).toBe(hint);
});
