import type { Page } from '@frontage/model/page';
import type { AboutBulk } from '../../editing/list/bulk-actions.tsx';
import { documentName } from '../../lib/documents/document.ts';

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
