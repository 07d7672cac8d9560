import { notices } from '@frontage/model/messages';
import type { Page } from '@frontage/model/kinds/page';
import { adminPaths } from '@frontage/model/paths';
import { pageTree } from '@frontage/model/navigation';
import type { Listed, ListedPage } from '@frontage/model/summaries/listed';
import { useMemo } from 'react';
import { noMatches, searchList } from '../../editing/list/text-matches.tsx';
import { type DeletionWords, inTrash } from '../../editing/list/use-document-actions.tsx';
import { useDocuments } from '../../lib/documents/documents.queries.ts';
import { documentName } from '../../lib/documents/document.ts';
import type { TextMatches } from '../../lib/search/search.queries.ts';

/** All pages; empty while they load. */
export function usePages(): readonly ListedPage[] {
  const { data } = useDocuments('page');
  return useMemo(() => data?.map(({ document }) => document) ?? [], [data]);
}

type Linked = Pick<Page, 'id' | 'parent_id' | 'title' | 'slug'>;
type Shown = Linked & Pick<Page, 'is_published' | 'show_in_menu'>;

const below = <P extends Linked>(pages: readonly P[], ids: readonly string[]): P[] =>
  pages.filter(({ id, parent_id }) => parent_id !== null && ids.includes(parent_id) && !ids.includes(id));

/** `The subpage “B” stays put.` for `['stays put', 'stay put']`; empty without pages. */
function sentence(pages: readonly Linked[], [ofOne, ofMany]: readonly [string, string]): string {
  if (pages.length === 0) return '';
  const names = pages.slice(0, 3).map((page) => `“${documentName(page)}”`);
  const list = [...names, ...(pages.length > 3 ? [`${pages.length - 3} more`] : [])];
  const listed = new Intl.ListFormat('en').format(list);
  return pages.length === 1 ? `The subpage ${listed} ${ofOne}.` : `The ${pages.length} subpages ${listed} ${ofMany}.`;
}

/** The effect on child pages when the pages with these `ids` are deleted. */
export const whenDeleted = (pages: readonly Linked[], ids: readonly string[]): string =>
  sentence(below(pages, ids), ['stays and moves to the top level', 'stay and move to the top level']);

/** Texts of the deletion of one of the pages, all of which are loaded when it is asked. */
export const pageDeletion = (pages: () => readonly Linked[]): DeletionWords<ListedPage> => ({
  question: (page) => ({
    title: 'Are you sure?',
    description: 'The page is removed from the site and moved to the trash.',
    more: [inTrash(documentName(page)), whenDeleted(pages(), [page.id])].filter((words) => words !== '').join(' '),
  }),
  deleted: notices.pageDeleted,
  failed: notices.pageDeleteFailed,
});

/** The effect on child pages for visitors when the pages with these `ids` are unpublished. */
export function whenUnpublished(pages: readonly Shown[], ids: readonly string[]): string {
  const shown = pages.filter(({ is_published, show_in_menu }) => is_published && show_in_menu);
  const inMenu = ids.filter((id) => shown.some((page) => page.id === id));
  const moved = below(shown, inMenu).filter(({ id }) => !ids.includes(id));
  return sentence(moved, [
    'stays published and moves to the top level of the menu',
    'stay published and move to the top level of the menu',
  ]);
}

/** The effect of an action on child pages of the pages with these `ids`; empty without any. */
export const aboutPagesBelow = { publish: () => '', unpublish: whenUnpublished, delete: whenDeleted };

export interface PageRow {
  entry: Listed<'page'>;
  /** The depth below the top level. */
  depth: number;
  /** Whether a search found the page by its text or its draft, not by its title or slug. */
  isInText?: boolean;
}

/**
 * The pages that a search finds: those with the text in their title or slug as a tree, then those with it in their text,
 * the best first.
 */
export function pageRows(
  entries: readonly Listed<'page'>[],
  search: string,
  matches: Pick<TextMatches, 'byId'> = noMatches,
): PageRow[] {
  const textsOf = ({ title, slug }: ListedPage) => [title, slug];
  const { inTitle, inText } = searchList(entries, { search, matches, textsOf });
  const byId = new Map(inTitle.map((entry) => [entry.document.id, entry]));
  const tree = pageTree(inTitle.map(({ document }) => document)).flatMap(({ page, depth }) => {
    const entry = byId.get(page.id);
    return entry ? [{ entry, depth }] : [];
  });
  return [...tree, ...inText.map((entry) => ({ entry, depth: 0, isInText: true }))];
}

/** The address of a new page below this one. */
export const addBelowPath = (id: string): string => `${adminPaths.page('new')}?parent=${encodeURIComponent(id)}`;

/** The set with `id` added, or removed. */
export const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  new Set(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id]);

/** A row of a tree as shown, with closed branches. */
export type GridRow<Row> = Row & {
  /** The position among the rows below the same one, from 1, and their number; -1 if it is not known. */
  position: number;
  size: number;
  /** Whether the rows below are hidden; null without any. */
  isClosed: boolean | null;
};

/** The rows to show of a whole tree in which the branches of the pages `closed` are closed. */
export function gridRows<Row extends { depth: number }>(
  rows: readonly Row[],
  isClosed: (row: Row) => boolean,
): GridRow<Row>[] {
  const shown: GridRow<Row>[] = [];
  const groups: GridRow<Row>[][] = [];
  let hiddenBelow = Infinity;
  const end = (depth: number) => {
    for (const group of groups.splice(depth)) for (const row of group) row.size = group.length;
  };
  for (const [index, row] of rows.entries()) {
    if (row.depth > hiddenBelow) continue;
    const hasRowsBelow = (rows[index + 1]?.depth ?? 0) > row.depth;
    hiddenBelow = hasRowsBelow && isClosed(row) ? row.depth : Infinity;
    end(row.depth + 1);
    const group = (groups[row.depth] ??= []);
    const placed = { ...row, position: group.length + 1, size: 0, isClosed: hasRowsBelow ? isClosed(row) : null };
    group.push(placed);
    shown.push(placed);
  }
  end(0);
  return shown;
}

/**
 * The rows to show of the first rows of a tree whose others are not loaded: without the last one, which may have rows
 * below it. The numbers of rows below the same one are unknown, which ARIA writes as -1.
 */
export const firstGridRows = <Row>(rows: readonly GridRow<Row>[]): GridRow<Row>[] =>
  rows.slice(0, -1).map((row) => ({ ...row, size: -1 }));

/** The values of the filters and the order of the list; empty for all pages, and for the tree. */
export interface PageFilters {
  /** A user's id. */
  author: string;
  /** A key of `updatedWithin`. */
  updated: string;
  /** A page's id, or `none` for the top level. */
  parent: string;
  menu: string;
  /** A key of `pageOrders`. */
  sort: string;
}

export const noFilters: PageFilters = { author: '', updated: '', parent: '', menu: '', sort: '' };

const day = 86_400_000;

/** The filters of the time of the last change, with its age in milliseconds. */
export const updatedWithin: Record<string, { label: string; holds: (age: number) => boolean }> = {
  week: { label: 'Last 7 days', holds: (age) => age <= 7 * day },
  month: { label: 'Last 30 days', holds: (age) => age <= 30 * day },
  year: { label: 'Last 12 months', holds: (age) => age <= 365 * day },
  older: { label: 'More than 12 months ago', holds: (age) => age > 365 * day },
};

const byText = (a: string, b: string) => (a < b ? -1 : 1);

/** The orders of the list besides the tree. */
export const pageOrders: Record<string, { label: string; compare: (a: ListedPage, b: ListedPage) => number }> = {
  title: { label: 'Title', compare: (a, b) => documentName(a).localeCompare(documentName(b), 'en') },
  updated: { label: 'Most recently updated', compare: (a, b) => byText(b.updated_at, a.updated_at) },
  oldest: { label: 'Least recently updated', compare: (a, b) => byText(a.updated_at, b.updated_at) },
  created: { label: 'Newest first', compare: (a, b) => byText(b.created_at, a.created_at) },
};

/** Whether a page is in all filters; unknown values match all. */
export function isInFilters(page: ListedPage, { author, updated, parent, menu }: PageFilters, now: number): boolean {
  return (
    (author === '' || page.created_by === author) &&
    (updatedWithin[updated]?.holds(now - Date.parse(page.updated_at)) ?? true) &&
    (parent === '' || page.parent_id === (parent === 'none' ? null : parent)) &&
    (menu === '' || page.show_in_menu === (menu === 'in'))
  );
}

/** The rows in an order of `pageOrders`, without levels; the tree for every other value. */
export function sortRows(rows: readonly PageRow[], sort: string): PageRow[] {
  const order = pageOrders[sort];
  if (!order) return [...rows];
  return rows.map((row) => ({ ...row, depth: 0 })).sort((a, b) => order.compare(a.entry.document, b.entry.document));
}

type LinkedTitle = Pick<Page, 'id' | 'title' | 'parent_id'>;

interface ParentOption {
  value: string;
  label: string;
}

/** The page and everything below it, at any depth. */
export function withDescendants(pages: readonly Pick<Page, 'id' | 'parent_id'>[], id: string): Set<string> {
  const childrenOf = Map.groupBy(pages, (page) => page.parent_id);
  const found = new Set([id]);
  for (const next of found) for (const { id: child } of childrenOf.get(next) ?? []) found.add(child);
  return found;
}

/**
 * The possible parents of page `id`, by title: all pages except itself and its descendants. `chosen` is always
 * included.
 */
export function parentOptions(pages: readonly LinkedTitle[], id: string, chosen: string | null): ParentOption[] {
  const below = withDescendants(pages, id);
  const options = pages
    .filter((page) => !below.has(page.id) || page.id === chosen)
    .map((page) => ({ value: page.id, label: documentName(page) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
  const isGone = chosen !== null && !options.some(({ value }) => value === chosen);
  return [
    { value: '', label: 'None (Top Level)' },
    ...(isGone ? [{ value: chosen, label: 'A page that no longer exists' }] : []),
    ...options,
  ];
}
