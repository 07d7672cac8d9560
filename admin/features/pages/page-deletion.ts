import { notices } from '@frontage/model/messages';
import type { Page } from '@frontage/model/page';
import type { DeletionWords } from '../../editing/list/use-document-actions.ts';

export const pageDeletion: DeletionWords<Page> = {
  question: () => ({
    title: 'Are you sure?',
    description: 'This action cannot be undone. This will permanently delete the page.',
  }),
  deleted: notices.pageDeleted,
  failed: notices.pageDeleteFailed,
};
