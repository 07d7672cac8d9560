import type { Page } from '@frontage/model/page';
import { documentName } from '../../lib/documents/document.ts';

type Linked = Pick<Page, 'id' | 'title' | 'parent_id'>;

export interface ParentOption {
  value: string;
  label: string;
}

/** The page and everything below it, at any depth. */
export function withDescendants(pages: readonly Linked[], id: string): Set<string> {
  const childrenOf = Map.groupBy(pages, (page) => page.parent_id);
  const found = new Set([id]);
  for (const next of found) for (const { id: child } of childrenOf.get(next) ?? []) found.add(child);
  return found;
}

/**
 * The possible parents of page `id`, by title: all pages except itself and its descendants. `chosen` is always
 * included.
 */
export function parentOptions(pages: readonly Linked[], id: string, chosen: string | null): ParentOption[] {
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
