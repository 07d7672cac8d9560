import type { Page } from './kinds/page.ts';
import { sitePaths } from './paths.ts';

export interface NavigationItem {
  id: string;
  label: string;
  path: string;
  children: NavigationItem[];
}

/** A menu entry. The path identifies the page. */
export interface MenuItem {
  label: string;
  path: string;
  children: MenuItem[];
}

/** The menu entries of a navigation. */
export const menuItems = (items: readonly NavigationItem[]): MenuItem[] =>
  items.map(({ label, path, children }) => ({ label, path, children: menuItems(children) }));

/** The fields of a page that the menu shows or sorts by. */
export type MenuPage = Pick<
  Page,
  'id' | 'title' | 'slug' | 'nav_label' | 'parent_id' | 'menu_order' | 'is_published' | 'show_in_menu'
>;
type Linked = Pick<Page, 'id' | 'parent_id'>;

/** Pages sorted by menu_order, then by id, so that all builds are equal. */
export function orderPages<P extends Pick<Page, 'id' | 'menu_order'>>(pages: readonly P[]): P[] {
  return [...pages].sort((a, b) => a.menu_order - b.menu_order || (a.id < b.id ? -1 : 1));
}

/** The ids of pages that are their own ancestors. */
export function pagesInCycles(pages: readonly Linked[]): Set<string> {
  const parentOf = new Map(pages.map((page) => [page.id, page.parent_id]));
  const cyclic = new Set<string>();
  const settled = new Set<string>();
  for (const { id } of pages) {
    const path: string[] = [];
    let current: string | null | undefined = id;
    while (current && !settled.has(current) && !path.includes(current)) {
      path.push(current);
      current = parentOf.get(current);
    }
    const start = current ? path.indexOf(current) : -1;
    if (start >= 0) for (const member of path.slice(start)) cyclic.add(member);
    for (const visited of path) settled.add(visited);
  }
  return cyclic;
}

/** Whether page `id` would be its own ancestor with the parent `parentId`. */
export function wouldCycle(pages: readonly Linked[], id: string, parentId: string | null): boolean {
  if (parentId === id) return true;
  const changed = pages.map((page) => (page.id === id ? { id, parent_id: parentId } : page));
  return pagesInCycles(changed).has(id);
}

/**
 * The top navigation: published pages in the menu, children below their parent. A page whose parent is not
 * in the menu, or that is in a cycle of parents, is at the top level.
 */
export function buildNavigation(pages: readonly MenuPage[]): NavigationItem[] {
  const shown = orderPages(pages.filter((page) => page.is_published && page.show_in_menu));
  const items = new Map<string, NavigationItem>(
    shown.map((page) => [
      page.id,
      { id: page.id, label: page.nav_label ?? page.title, path: sitePaths.page(page.slug), children: [] },
    ]),
  );
  const cyclic = pagesInCycles(shown);
  const top: NavigationItem[] = [];
  for (const page of shown) {
    const item = items.get(page.id);
    if (!item) continue;
    const parent = page.parent_id !== null && !cyclic.has(page.id) ? items.get(page.parent_id) : undefined;
    (parent?.children ?? top).push(item);
  }
  return top;
}

export interface PageTreeRow<P> {
  page: P;
  depth: number;
}

/** The pages below each page, in order; null for the top level, which contains cyclic and orphaned pages too. */
export function pagesBelow<P extends Pick<Page, 'id' | 'parent_id' | 'menu_order'>>(
  pages: readonly P[],
): Map<string | null, P[]> {
  const ordered = orderPages(pages);
  const ids = new Set(pages.map((page) => page.id));
  const parentOf = ({ parent_id }: P) => (parent_id !== null && ids.has(parent_id) ? parent_id : null);
  const below = Map.groupBy(ordered, parentOf);
  // In a tree without cycles, which is the rule, every page is below the top level.
  if (countBelow(below) === pages.length) return below;
  const cyclic = pagesInCycles(pages);
  return Map.groupBy(ordered, (page) => (cyclic.has(page.id) ? null : parentOf(page)));
}

function countBelow(below: ReadonlyMap<string | null, readonly Pick<Page, 'id'>[]>): number {
  const reached = [...(below.get(null) ?? [])];
  for (const { id } of reached) reached.push(...(below.get(id) ?? []));
  return reached.length;
}

/** Rows of the admin's page list: children directly after their parent. */
export function pageTree<P extends Pick<Page, 'id' | 'parent_id' | 'menu_order'>>(
  pages: readonly P[],
): PageTreeRow<P>[] {
  const childrenOf = pagesBelow(pages);
  const rows: PageTreeRow<P>[] = [];
  const addRows = (parent: string | null, depth: number): void => {
    for (const page of childrenOf.get(parent) ?? []) {
      rows.push({ page, depth });
      addRows(page.id, depth + 1);
    }
  };
  addRows(null, 0);
  return rows;
}
