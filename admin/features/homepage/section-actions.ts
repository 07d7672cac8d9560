import { notices } from '@frontage/model/messages';
import type { ListedSection } from '@frontage/model/summaries/listed';
import { inTrash, type DeletionWords } from '../../editing/list/use-document-actions.tsx';
import type { Question } from '../../ui/confirm.tsx';

export const sectionDeletion: DeletionWords<ListedSection> = {
  question: ({ title }) => ({
    title: 'Delete this section?',
    description: `“${title}” will be removed from the homepage sections.`,
    more: inTrash(title),
  }),
  deleted: notices.sectionDeleted,
  failed: notices.deleteFailed,
};

export const sectionChange = { changed: notices.statusUpdated, failed: notices.saveFailed };

export const publishQuestion = ({ title, is_published, is_visible }: ListedSection): Question => {
  const [verb, onSite, hidden] = is_published
    ? ['Unpublish', 'will no longer be on the homepage.', 'is hidden: visitors do not see it now.']
    : ['Publish', 'will be on the homepage.', 'is hidden: it stays off the homepage until it is shown.'];
  return {
    title: `${verb} this section?`,
    description: `“${title}” ${is_visible ? onSite : hidden}`,
    action: verb,
  };
};
