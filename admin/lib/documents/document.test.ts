import { describe, expect, it } from 'vitest';
import { newPage, pageForm } from '@frontage/model/kinds/page';
import { adminPaths } from '@frontage/model/paths';
import { matchRoutes } from 'react-router';
import { memoryStore } from './memory-store.fixture.ts';
import { isSame, toPlain } from '@frontage/model/stored-values';
import { idOfRoute, parseDocument, readNextOrder } from './document.ts';

it.each([
  ['page', {}, 0],
  ['page', { 'pages/a': { menu_order: 2 }, 'pages/b': { menu_order: 7 } }, 8],
  ['page', { 'pages/a': { menu_order: 'x' }, 'pages/b': { menu_order: 3 } }, 4],
  ['page', { 'pages/a': { menu_order: Number.MAX_SAFE_INTEGER } }, Number.MAX_SAFE_INTEGER],
  ['section', { 'homepage_sections/a': { order_index: 0 }, 'pages/b': { menu_order: 5 } }, 1],
  ['demo', { 'demo_pages/a': {} }, 0],
] as const)('proposes for a new %s among %j the order %d', async (kind, documents, expected) => {
  expect(await readNextOrder(memoryStore(documents).store, kind)).toBe(expected);
});

it.each([
  'a',
  'a b',
  'a%2Fb',
  'a%252Fb',
  '%',
  '%zz',
  'a?b#c',
  '...',
  'a\\b',
  '__x',
  'ünï',
  '👩‍🚀',
  '<b>',
  ':id',
  'x'.repeat(1_500),
])('the address of an editor leads to the document %j', (id) => {
  for (const [list, path] of [
    [adminPaths.pages, adminPaths.page(id)],
    [adminPaths.demos, adminPaths.demo(id)],
    [adminPaths.homepage, adminPaths.section(id)],
  ] as const) {
    const { pathname } = new URL(path, 'https://admin.example');
    const [found] = matchRoutes([{ path: `${list}/:id` }], pathname) ?? [];
    expect(idOfRoute(found?.params ?? {})).toBe(id);
  }
});

const at = { toDate: () => new Date('2026-03-01T10:00:00Z') };
const good = {
  ...pageForm.parse({ ...newPage, title: 'About', slug: 'about' }),
  rev: 3,
  created_at: at,
  created_by: 'ada',
  updated_at: at,
  updated_by: 'bob',
};

describe('parseDocument', () => {
  it('turns timestamps into ISO strings', () => {
    const { document, problems } = parseDocument('page', 'p1', good);
    expect(problems).toEqual([]);
    expect(document).toMatchObject({ id: 'p1', title: 'About', rev: 3, updated_at: '2026-03-01T10:00:00.000Z' });
  });

  it.each([
    ['a bad slug, kept for correction', { slug: 'Not A Slug' }, { slug: 'Not A Slug' }, 'slug'],
    ['a title of the wrong type', { title: 42 }, { title: '' }, 'title'],
    ['a missing flag', { show_in_menu: undefined }, { show_in_menu: true }, 'show_in_menu'],
    ['a missing revision', { rev: undefined }, { rev: 0 }, 'rev'],
    ['an order that is text', { menu_order: 'first' }, { menu_order: 0 }, 'menu_order'],
  ])('still reads a document with %s', (...[, change, expected, field]) => {
    const { document, problems } = parseDocument('page', 'p1', { ...good, ...change });
    expect(document).toMatchObject({ id: 'p1', updated_by: 'bob', ...expected });
    expect(problems.map((problem) => problem.field)).toEqual([field]);
  });

  it('parses an empty document of every kind', () => {
    for (const kind of ['section', 'page', 'demo'] as const) {
      expect(parseDocument(kind, 'x', {}).problems.length).toBeGreaterThan(0);
    }
  });
});

describe('toPlain and isSame', () => {
  it('converts timestamps at any depth', () => {
    expect(toPlain({ a: [{ b: at }], c: null })).toEqual({ a: [{ b: '2026-03-01T10:00:00.000Z' }], c: null });
  });

  it.each([
    [{ a: 1, b: [1, 2] }, { b: [1, 2], a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, false],
    [[1], { 0: 1 }, false],
    [null, {}, false],
  ])('compares %j with %j', (a, b, same) => {
    expect(isSame(a, b)).toBe(same);
  });
});
