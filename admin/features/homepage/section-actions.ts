import { notices } from '@frontage/model/messages';
import type { Section } from '@frontage/model/section';
import type { DeletionWords } from '../../editing/list/use-document-actions.ts';
import type { Question } from '../../ui/confirm.tsx';

export const sectionDeletion: DeletionWords<Section> = {
  question: ({ title }) => ({
    title: 'Delete this section?',
    description: `“${title}” leaves the homepage and waits in the trash for 30 days.`,
  }),
  deleted: notices.sectionDeleted,
  failed: notices.deleteFailed,
};

export const sectionChange = { changed: notices.statusUpdated, failed: notices.saveFailed };

export const publishQuestion = ({ title, is_published }: Section): Question =>
  is_published
    ? {
        title: 'Unpublish this section?',
        description: `“${title}” will no longer be on the homepage.`,
        action: 'Unpublish',
      }
    : { title: 'Publish this section?', description: `“${title}” will be on the homepage.`, action: 'Publish' };
