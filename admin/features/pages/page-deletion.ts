import { notices } from '@frontage/model/messages';
import type { ListedPage } from '@frontage/model/summaries/listed';
import { inTrash, type DeletionWords } from '../../editing/list/use-document-actions.tsx';
import { documentName } from '../../lib/documents/document.ts';
import { whenDeleted } from './pages-below.ts';

/** Texts of the deletion of one of `pages`. */
export const pageDeletion = (
  pages: readonly Pick<ListedPage, 'id' | 'parent_id' | 'title' | 'slug'>[],
): DeletionWords<ListedPage> => ({
  question: (page) => ({
    title: 'Are you sure?',
    description: 'This action cannot be undone. This will permanently delete the page.',
    more: [inTrash(documentName(page)), whenDeleted(pages, [page.id])].filter((words) => words !== '').join(' '),
  }),
  deleted: notices.pageDeleted,
  failed: notices.pageDeleteFailed,
});
