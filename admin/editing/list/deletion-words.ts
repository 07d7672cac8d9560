import { capitalized, type Kind, kinds, nameOf } from '@frontage/model/kinds/kinds';
import { type Notice, notices } from '@frontage/model/messages';
import type { ListedDocuments } from '@frontage/model/summaries/listed';
import { type DeletionWords, inTrash } from './use-document-actions.tsx';

interface DeletionNotices {
  deleted: Notice;
  failed: Notice;
}

/** The notices that the specification fixes. */
const fixed: { readonly [K in Kind]?: DeletionNotices } = {
  demo: { deleted: notices.demoDeleted, failed: notices.demoDeleteFailed },
  section: { deleted: notices.sectionDeleted, failed: notices.deleteFailed },
};

function deletionNotices(kind: Kind): DeletionNotices {
  const { one } = kinds[kind].nouns;
  const usual = {
    deleted: { title: `${capitalized(one)} deleted successfully` },
    failed: { title: `Error deleting ${one}` },
  };
  return fixed[kind] ?? usual;
}

/** The texts of a deletion; `about` describes a further effect, empty for none. */
export const deletionWords = <K extends Kind>(kind: K, about = ''): DeletionWords<ListedDocuments[K]> => ({
  question: (asked) => ({
    title: `Delete this ${kinds[kind].nouns.one}?`,
    description: `“${nameOf(kind, asked)}” is removed from the site and moved to the trash.`,
    more: [inTrash(nameOf(kind, asked)), about].filter((words) => words !== '').join(' '),
  }),
  ...deletionNotices(kind),
});
