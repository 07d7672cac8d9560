import type { Page } from '@frontage/model/page';
import { foldText } from '@frontage/model/fold';
import { pageTree } from '@frontage/model/navigation';
import type { Listed, ListedPage } from '@frontage/model/summaries/listed';
import { useMemo } from 'react';
import type { AboutBulk } from '../../editing/list/bulk-actions.tsx';
import { useDocuments } from '../../lib/documents/documents.queries.ts';
import { documentName } from '../../lib/documents/document.ts';

/** All pages; empty while they load. */
export function usePages(): readonly ListedPage[] {
  const { data } = useDocuments('page');
  return useMemo(() => data?.map(({ document }) => document) ?? [], [data]);
}

type Linked = Pick<Page, 'id' | 'parent_id' | 'title' | 'slug'>;
type Shown = Linked & Pick<Page, 'is_published' | 'show_in_menu'>;

const below = <P extends Linked>(pages: readonly P[], ids: readonly string[]): P[] =>
  pages.filter(({ id, parent_id }) => parent_id !== null && ids.includes(parent_id) && !ids.includes(id));

/** `The page below, “B”, stays put.` for `['stays put', 'stay put']`; empty without pages. */
function sentence(pages: readonly Linked[], [ofOne, ofMany]: readonly [string, string]): string {
  if (pages.length === 0) return '';
  const names = pages.slice(0, 3).map((page) => `“${documentName(page)}”`);
  const list = [...names, ...(pages.length > 3 ? [`${pages.length - 3} more`] : [])];
  const listed = new Intl.ListFormat('en').format(list);
  return pages.length === 1
    ? `The page below, ${listed}, ${ofOne}.`
    : `The ${pages.length} pages below, ${listed}, ${ofMany}.`;
}

/** The effect on child pages when the pages with these `ids` are deleted. */
export const whenDeleted = (pages: readonly Linked[], ids: readonly string[]): string =>
  sentence(below(pages, ids), ['stays and moves to the top level', 'stay and move to the top level']);

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
export const aboutPagesBelow: Record<
  Parameters<AboutBulk>[0],
  (pages: readonly Shown[], ids: readonly string[]) => string
> = {
  publish: () => '',
  unpublish: whenUnpublished,
  delete: whenDeleted,
};

export interface PageRow {
  entry: Listed<'page'>;
  /** The depth below the top level. */
  depth: number;
}

/** The pages whose title or slug contains the search text, ignoring case and accents, as a tree. */
export function pageRows(entries: readonly Listed<'page'>[], search: string): PageRow[] {
  const wanted = foldText(search.trim());
  const found =
    wanted === ''
      ? entries
      : entries.filter(
          ({ document: { title, slug } }) => foldText(title).includes(wanted) || foldText(slug).includes(wanted),
        );
  const byId = new Map(found.map((entry) => [entry.document.id, entry]));
  return pageTree(found.map(({ document }) => document)).flatMap(({ page, depth }) => {
    const entry = byId.get(page.id);
    return entry ? [{ entry, depth }] : [];
  });
}

type LinkedTitle = Pick<Page, 'id' | 'title' | 'parent_id'>;

interface ParentOption {
  value: string;
  label: string;
}

/** The page and everything below it, at any depth. */
export function withDescendants(pages: readonly LinkedTitle[], id: string): Set<string> {
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
