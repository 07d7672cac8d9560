import { describe, expect, it } from 'vitest';
import { newPage } from '@frontage/model/kinds/page';
import { firstInList } from '@frontage/model/summaries/list-order';
import { readListed } from '@frontage/model/summaries/listed';
import fc from 'fast-check';
import { gridRows, isInFilters, noFilters, pageRows, sortRows, whenDeleted, whenUnpublished } from './page-tree.ts';
import { firstGridRows, pageDeletion, parentOptions, withDescendants } from './page-tree.ts';

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
    ['one child with children', ['a'], 'The subpage “B” stays and moves to the top level.'],
    ['many children', ['d'], 'The 5 subpages “E”, “F”, “G”, and 2 more stay and move to the top level.'],
    ['a child that is deleted too', ['a', 'b'], 'The subpage “C” stays and moves to the top level.'],
    ['all descendants deleted', ['a', 'b', 'c'], ''],
  ])('describes %s', (_, ids, words) => {
    expect(whenDeleted(tree, ids)).toBe(words);
  });
});

describe('whenUnpublished', () => {
  it.each<[string, string[], string]>([
    ['no child', ['lonely'], ''],
    ['one child', ['a'], 'The subpage “B” stays published and moves to the top level of the menu.'],
    [
      'many children',
      ['d'],
      'The 5 subpages “E”, “F”, “G”, and 2 more stay published and move to the top level of the menu.',
    ],
    ['a child that is unpublished too', ['a', 'b', 'c'], ''],
    ['a parent that is a draft', ['draft'], ''],
    ['a parent outside the menu', ['unlisted'], ''],
    ['children that are drafts or outside the menu', ['of-hidden'], ''],
  ])('describes %s', (_, ids, words) => {
    expect(whenUnpublished(tree, ids)).toBe(words);
  });
});

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

  it('lists pages found by their text after those found by title or slug, the best first', () => {
    const byId = new Map([
      ['first', { rank: 0, isInText: true }],
      ['about', { rank: 1, isInText: false }],
      ['team', { rank: 2, isInText: false }],
      ['board', { rank: 3, isInText: true }],
    ]);
    const rows = pageRows(entries, 'about', { byId });
    expect(rows.map(({ entry, depth, isInText = false }) => [entry.document.id, depth, isInText])).toEqual([
      ['about', 0, false],
      ['team', 1, false],
      ['first', 0, true],
      ['board', 0, true],
    ]);
  });
});

const linked = (id: string, parent_id: string | null, title = id) => ({ id, parent_id, title });
const linkedPages = [
  linked('a', null, 'Zoo'),
  linked('b', 'a'),
  linked('c', 'b'),
  linked('d', null, 'Ape'),
  linked('x', 'y'),
  linked('y', 'x'),
];
const labels = (id: string, chosen: string | null = null) =>
  parentOptions(linkedPages, id, chosen).map(({ label }) => label);

describe('parentOptions', () => {
  it.each([
    ['a', ['None (Top Level)', 'Ape', 'x', 'y']],
    ['b', ['None (Top Level)', 'Ape', 'x', 'y', 'Zoo']],
    ['c', ['None (Top Level)', 'Ape', 'b', 'x', 'y', 'Zoo']],
    ['new', ['None (Top Level)', 'Ape', 'b', 'c', 'x', 'y', 'Zoo']],
    ['x', ['None (Top Level)', 'Ape', 'b', 'c', 'Zoo']],
  ])('returns for page %s: %j', (id, expected) => {
    expect(labels(id)).toEqual(expected);
  });

  it('includes a missing chosen parent and a chosen parent in a cycle', () => {
    expect(labels('d', 'gone')).toContain('A page that no longer exists');
    expect(labels('x', 'y')).toContain('y');
  });

  it('withDescendants terminates for cyclic parents', () => {
    expect([...withDescendants(linkedPages, 'x')].sort()).toEqual(['x', 'y']);
  });
});

describe('gridRows', () => {
  const rows = ['a', '-b', '--c', '-d', 'e'].map((word) => ({
    id: word.replaceAll('-', ''),
    depth: word.lastIndexOf('-') + 1,
  }));
  const shown = (closed: string) =>
    gridRows(rows, ({ id }) => closed.includes(id)).map(
      ({ id, position, size, isClosed }) =>
        `${id} ${position}/${size}${{ true: '+', false: '-', null: '' }[`${isClosed}`]}`,
    );

  it.each([
    ['', ['a 1/2-', 'b 1/2-', 'c 1/1', 'd 2/2', 'e 2/2']],
    ['b', ['a 1/2-', 'b 1/2+', 'd 2/2', 'e 2/2']],
    ['ab', ['a 1/2+', 'e 2/2']],
    ['ce', ['a 1/2-', 'b 1/2-', 'c 1/1', 'd 2/2', 'e 2/2']],
  ])('hides the rows below the closed rows %j', (closed, expected) => {
    expect(shown(closed)).toEqual(expected);
  });
});

describe('firstGridRows', () => {
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  const placed = fc.record({
    parent_id: fc.constantFrom(null, 'gone', ...ids),
    menu_order: fc.integer({ min: 0, max: 2 }),
  });
  const pages = fc.tuple(...ids.map((id) => placed.map((place) => ({ ...page(id), ...place }))));

  it('are the first rows of the whole tree for any closed branches, cycles and lost parents', () => {
    fc.assert(
      fc.property(pages, fc.integer({ min: 1, max: ids.length }), fc.subarray(ids), (all, limit, closed) => {
        const shownOf = (some: typeof all) =>
          gridRows(
            pageRows(
              some.map((each) => readListed('page', each.id, each)),
              '',
            ),
            ({ entry: { document } }) => closed.includes(document.id),
          );
        const keysOf = (rows: ReturnType<typeof shownOf>) =>
          rows.map(({ entry: { document }, depth, position, isClosed }) => [document.id, depth, position, isClosed]);
        const whole = keysOf(shownOf(all));
        const ordered = firstInList(
          'page',
          all.map((each) => ({ ...each, created_at: '' })),
        );
        const first = firstGridRows(shownOf(ordered.slice(0, limit)));
        expect(keysOf(first)).toEqual(whole.slice(0, first.length));
        expect(first.every(({ size }) => size === -1)).toBe(true);
        if (closed.length === 0) expect(first).toHaveLength(Math.max(0, Math.min(limit, ordered.length) - 1));
      }),
    );
  });
});

describe('filters and orders', () => {
  const now = Date.parse('2026-11-25T00:00:00Z');
  const listed = [
    entry('old', { created_by: 'ada', updated_at: '2025-01-01T00:00:00Z', created_at: '2024-01-01T00:00:00Z' }),
    entry('Above', { created_by: 'bob', updated_at: '2026-11-20T00:00:00Z', created_at: '2026-01-01T00:00:00Z' }),
    entry('below', {
      created_by: 'ada',
      parent_id: 'Above',
      show_in_menu: false,
      updated_at: '2026-11-01T00:00:00Z',
      created_at: '2025-01-01T00:00:00Z',
    }),
  ];
  const ids = (rows: readonly { document: { id: string } }[]) => rows.map(({ document }) => document.id);

  it.each([
    [{}, ['old', 'Above', 'below']],
    [{ author: 'ada' }, ['old', 'below']],
    [{ updated: 'week' }, ['Above']],
    [{ updated: 'month' }, ['Above', 'below']],
    [{ updated: 'older' }, ['old']],
    [{ parent: 'none' }, ['old', 'Above']],
    [{ parent: 'Above' }, ['below']],
    [{ menu: 'in' }, ['old', 'Above']],
    [{ menu: 'out' }, ['below']],
    [{ updated: 'unknown' }, ['old', 'Above', 'below']],
    [{ author: 'ada', menu: 'in' }, ['old']],
  ])('%j: %j', (filters, expected) => {
    const found = listed.filter(({ document }) => isInFilters(document, { ...noFilters, ...filters }, now));
    expect(ids(found)).toEqual(expected);
  });

  it.each([
    ['', ['Above 0', 'below 1', 'old 0']],
    ['unknown', ['Above 0', 'below 1', 'old 0']],
    ['title', ['Above 0', 'below 0', 'old 0']],
    ['updated', ['Above 0', 'below 0', 'old 0']],
    ['oldest', ['old 0', 'below 0', 'Above 0']],
    ['created', ['Above 0', 'below 0', 'old 0']],
  ])('sorted by %j: %j', (sort, expected) => {
    const rows = sortRows(pageRows(listed, ''), sort);
    expect(rows.map(({ entry: { document }, depth }) => `${document.id} ${depth}`)).toEqual(expected);
  });
});

it('names the trash instead of a deletion for good', () => {
  const parent = readListed('page', 'a', page('a')).document;
  expect(pageDeletion(() => [page('a'), page('b', 'a')]).question(parent)).toEqual({
    title: 'Are you sure?',
    description: 'The page is removed from the site and moved to the trash.',
    more: '“A” stays in the trash for 30 days. Editors and administrators can restore it. The subpage “B” stays and moves to the top level.',
  });
});
