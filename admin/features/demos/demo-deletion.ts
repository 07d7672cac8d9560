import type { ListedDemo } from '@frontage/model/summaries/listed';
import { notices } from '@frontage/model/messages';
import { inTrash, type DeletionWords } from '../../editing/list/use-document-actions.tsx';

export const demoDeletion: DeletionWords<ListedDemo> = {
  question: ({ heading }) => ({
    title: 'Delete Demo',
    description: `Are you sure you want to delete "${heading}"? This action cannot be undone.`,
    more: inTrash(heading),
  }),
  deleted: notices.demoDeleted,
  failed: notices.demoDeleteFailed,
};
