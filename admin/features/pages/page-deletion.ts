import { notices } from '@frontage/model/messages';
import type { Page } from '@frontage/model/page';
import { inTrash, type DeletionWords } from '../../editing/list/use-document-actions.ts';
import { documentName } from '../../lib/documents/document-name.ts';

type Linked = Pick<Page, 'id' | 'parent_id' | 'title' | 'slug'>;

/** What is said around the deletion of one of `pages`. */
export const pageDeletion = (pages: readonly Linked[]): DeletionWords<Page> => ({
  question: (page) => ({
    title: 'Are you sure?',
    description: 'This action cannot be undone. This will permanently delete the page.',
    more: [inTrash(documentName(page)), childrenLeft(pages, [page.id])].filter((words) => words !== '').join(' '),
  }),
  deleted: notices.pageDeleted,
  failed: notices.pageDeleteFailed,
});

/** What becomes of the pages below those with the `ids` when these go; empty where there are none. */
export function childrenLeft(pages: readonly Linked[], ids: readonly string[]): string {
  const left = pages.filter(({ id, parent_id }) => parent_id !== null && ids.includes(parent_id) && !ids.includes(id));
  if (left.length === 0) return '';
  const names = left.slice(0, 3).map((page) => `“${documentName(page)}”`);
  const list = [...names, ...(left.length > 3 ? [`${left.length - 3} more`] : [])];
  const which = new Intl.ListFormat('en').format(list);
  const isOne = left.length === 1;
  return `${isOne ? 'The page' : `The ${left.length} pages`} below, ${which}, ${isOne ? 'stays and moves' : 'stay and move'} to the top level.`;
}
