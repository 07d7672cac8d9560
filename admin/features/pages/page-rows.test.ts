import { newPage } from '@frontage/model/page';
import { readListed } from '@frontage/model/summaries/listed';
import { describe, expect, it } from 'vitest';
import { pageRows } from './page-rows.ts';

const entry = (id: string, change: object) => readListed('page', id, { ...newPage, title: id, slug: id, ...change });

const entries = [
  entry('team', { parent_id: 'about', title: 'Our Team' }),
  entry('about', { menu_order: 2 }),
  entry('first', { menu_order: 1 }),
  entry('board', { parent_id: 'team', slug: 'the-board' }),
];

const drawn = (search: string) =>
  pageRows(entries, search).map((row) => `${'-'.repeat(row.depth)}${row.entry.document.id}`);

describe('pageRows', () => {
  it.each([
    ['', ['first', 'about', '-team', '--board']],
    ['TEAM', ['team']],
    ['the-b', ['board']],
    ['o', ['about', '-team', '--board']],
    ['  first ', ['first']],
    ['nothing', []],
    ['tèam', ['team']],
    ['BØARD', ['board']],
  ])('returns for %j: %j', (search, expected) => {
    expect(drawn(search)).toEqual(expected);
  });
});
