import { describe, expect, it } from 'vitest';
import { whenDeleted, whenUnpublished } from './pages-below.ts';

const page = (id: string, parent_id: string | null = null) => ({
  id,
  parent_id,
  title: id.toUpperCase(),
  slug: id,
  is_published: true,
  show_in_menu: true,
});
const tree = [
  page('a'),
  page('b', 'a'),
  page('c', 'b'),
  page('d'),
  ...['e', 'f', 'g', 'h', 'i'].map((id) => page(id, 'd')),
  page('lonely'),
  { ...page('draft'), is_published: false },
  page('below-draft', 'draft'),
  { ...page('unlisted'), show_in_menu: false },
  page('below-unlisted', 'unlisted'),
  page('of-hidden'),
  { ...page('hidden', 'of-hidden'), is_published: false },
  { ...page('unlisted-below', 'of-hidden'), show_in_menu: false },
];

describe('children of a deleted page', () => {
  it.each<[string, string[], string]>([
    ['none', ['lonely'], ''],
    ['one, its own children with it', ['a'], 'The page below, “B”, stays and moves to the top level.'],
    ['many', ['d'], 'The 5 pages below, “E”, “F”, “G”, and 2 more, stay and move to the top level.'],
    ['one that goes too', ['a', 'b'], 'The page below, “C”, stays and moves to the top level.'],
    ['all of them go', ['a', 'b', 'c'], ''],
  ])('%s', (_, ids, words) => {
    expect(whenDeleted(tree, ids)).toBe(words);
  });
});

describe('children of an unpublished page, for visitors', () => {
  it.each<[string, string[], string]>([
    ['none', ['lonely'], ''],
    ['one', ['a'], 'The page below, “B”, stays published and moves to the top level of the menu.'],
    [
      'many',
      ['d'],
      'The 5 pages below, “E”, “F”, “G”, and 2 more, stay published and move to the top level of the menu.',
    ],
    ['one that is unpublished too', ['a', 'b', 'c'], ''],
    ['it is a draft already', ['draft'], ''],
    ['it is not in the menu', ['unlisted'], ''],
    ['a draft below', ['of-hidden'], ''],
  ])('%s', (_, ids, words) => {
    expect(whenUnpublished(tree, ids)).toBe(words);
  });
});
