import { describe, expect, it } from 'vitest';
import { buildNavigation, pagesInCycles, pageTree, wouldCycle, type NavigationItem } from './navigation.ts';

const page = (id: string, over: Partial<Parameters<typeof buildNavigation>[0][number]> = {}) => ({
  id,
  title: `Title ${id}`,
  slug: id,
  nav_label: null,
  parent_id: null,
  menu_order: 0,
  is_published: true,
  show_in_menu: true,
  ...over,
});

/** Formats items as ids with their children: 'a(b c(d)) e'. */
const outline = (items: NavigationItem[]): string =>
  items.map((item) => item.id + (item.children.length > 0 ? `(${outline(item.children)})` : '')).join(' ');

describe('buildNavigation', () => {
  it.each([
    ['orders by menu_order, then id', [page('b', { menu_order: 1 }), page('c'), page('a', { menu_order: 1 })], 'c a b'],
    ['omits drafts', [page('a'), page('b', { is_published: false })], 'a'],
    ['omits pages hidden from the menu', [page('a', { show_in_menu: false }), page('b')], 'b'],
    ['puts children below their parent', [page('b', { parent_id: 'a' }), page('a')], 'a(b)'],
    ['nests deeper', [page('c', { parent_id: 'b' }), page('b', { parent_id: 'a' }), page('a')], 'a(b(c))'],
    [
      'moves a child of a draft to the top level',
      [page('a', { is_published: false }), page('b', { parent_id: 'a' })],
      'b',
    ],
    [
      'moves a child of a hidden page to the top level',
      [page('a', { show_in_menu: false }), page('b', { parent_id: 'a' })],
      'b',
    ],
    ['moves a child of a missing page to the top level', [page('b', { parent_id: 'gone' })], 'b'],
    ['breaks cycles', [page('a', { parent_id: 'b' }), page('b', { parent_id: 'a' })], 'a b'],
    ['breaks a cycle of one page', [page('a', { parent_id: 'a' })], 'a'],
    [
      'keeps pages below a cycle',
      [page('a', { parent_id: 'b' }), page('b', { parent_id: 'a' }), page('c', { parent_id: 'a' })],
      'a(c) b',
    ],
    ['is empty without pages', [], ''],
  ])('%s', (_name, pages, expected) => {
    expect(outline(buildNavigation(pages))).toBe(expected);
  });

  it('labels by nav_label, else title, and links to the canonical path', () => {
    expect(buildNavigation([page('a', { nav_label: 'Short' }), page('b')])).toEqual([
      { id: 'a', label: 'Short', path: '/page/a', children: [] },
      { id: 'b', label: 'Title b', path: '/page/b', children: [] },
    ]);
  });
});

describe('pagesInCycles and wouldCycle', () => {
  const links = (text: string) => text.split(' ').map((link) => ({ id: link[0] ?? '', parent_id: link[1] ?? null }));

  it.each([
    ['a', ''],
    ['ab b', ''],
    ['ab ba', 'ab'],
    ['ab bc cb', 'bc'],
    ['aa', 'a'],
    ['ab bc ca dc', 'abc'],
    ['ax', ''],
  ])('find in %s the cyclic pages %j', (text, cyclic) => {
    expect([...pagesInCycles(links(text))].sort().join('')).toBe(cyclic);
  });

  it.each([
    ['a', 'a', true],
    ['a', 'c', true],
    ['a', 'd', false],
    ['c', 'a', false],
    ['a', null, false],
  ])('report for page %s with parent %s a cycle: %s', (id, parent, expected) => {
    expect(wouldCycle(links('a ba cb d'), id, parent)).toBe(expected);
  });
});

describe('pageTree', () => {
  it.each([
    ['nests drafts too', [page('a', { is_published: false }), page('b', { parent_id: 'a' })], 'a b>'],
    ['keeps cyclic and orphaned pages', [page('a', { parent_id: 'a' }), page('b', { parent_id: 'x' })], 'a b'],
    [
      'is depth first',
      [page('a'), page('b'), page('c', { parent_id: 'a' }), page('d', { parent_id: 'c' })],
      'a c> d>> b',
    ],
  ])('%s', (_name, pages, expected) => {
    const shown = pageTree(pages).map((row) => row.page.id + '>'.repeat(row.depth));
    expect(shown.join(' ')).toBe(expected);
  });
});
