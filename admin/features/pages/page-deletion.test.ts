import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../lib/documents/parse-document.ts';
import { childrenLeft, pageDeletion } from './page-deletion.ts';

const page = (id: string, parent_id: string | null = null) => ({ id, parent_id, title: id.toUpperCase(), slug: id });
const tree = [
  page('a'),
  page('b', 'a'),
  page('c', 'b'),
  page('d'),
  ...['e', 'f', 'g', 'h', 'i'].map((id) => page(id, 'd')),
  page('lonely'),
];

describe('what becomes of the pages below one that goes', () => {
  it.each<[string, string[], string]>([
    ['none', ['lonely'], ''],
    ['one, its own children with it', ['a'], 'The page below, “B”, stays and moves to the top level.'],
    ['many', ['d'], 'The 5 pages below, “E”, “F”, “G”, and 2 more, stay and move to the top level.'],
    ['one that goes too', ['a', 'b'], 'The page below, “C”, stays and moves to the top level.'],
    ['all of them go', ['a', 'b', 'c'], ''],
  ])('%s', (_, ids, words) => {
    expect(childrenLeft(tree, ids)).toBe(words);
  });
});

it('keeps the question and says then what is true', () => {
  const parent = parseDocument('page', 'a', page('a')).document;
  expect(pageDeletion(tree).question(parent)).toEqual({
    title: 'Are you sure?',
    description: 'This action cannot be undone. This will permanently delete the page.',
    more: '“A” first waits in the trash for 30 days; until then editors and administrators can restore it. The page below, “B”, stays and moves to the top level.',
  });
});
