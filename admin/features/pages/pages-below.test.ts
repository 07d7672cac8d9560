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

describe('whenDeleted', () => {
  it.each<[string, string[], string]>([
    ['no child', ['lonely'], ''],
    ['one child with children', ['a'], 'The page below, “B”, stays and moves to the top level.'],
    ['many children', ['d'], 'The 5 pages below, “E”, “F”, “G”, and 2 more, stay and move to the top level.'],
    ['a child that is deleted too', ['a', 'b'], 'The page below, “C”, stays and moves to the top level.'],
    ['all descendants deleted', ['a', 'b', 'c'], ''],
  ])('describes %s', (_, ids, words) => {
    expect(whenDeleted(tree, ids)).toBe(words);
  });
});

describe('whenUnpublished', () => {
  it.each<[string, string[], string]>([
    ['no child', ['lonely'], ''],
    ['one child', ['a'], 'The page below, “B”, stays published and moves to the top level of the menu.'],
    [
      'many children',
      ['d'],
      'The 5 pages below, “E”, “F”, “G”, and 2 more, stay published and move to the top level of the menu.',
    ],
    ['a child that is unpublished too', ['a', 'b', 'c'], ''],
    ['a parent that is a draft', ['draft'], ''],
    ['a parent outside the menu', ['unlisted'], ''],
    ['children that are drafts or outside the menu', ['of-hidden'], ''],
  ])('describes %s', (_, ids, words) => {
    expect(whenUnpublished(tree, ids)).toBe(words);
  });
});
