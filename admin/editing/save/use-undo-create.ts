import { abilities } from '@frontage/model/abilities';
import type { Kind } from '@frontage/model/kinds';
import { notices } from '@frontage/model/messages';
import { useRecordDeletion, useRefresh } from '../../lib/documents/documents.queries.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useStaff, useViewer } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { useNotify } from '../../ui/toaster.tsx';

/** A document that was just created. */
interface Created {
  kind: Kind;
  id: string;
  rev: number;
  /** The display name for notices. */
  name: string;
  isPublished: boolean;
}

/**
 * Returns the function that undoes the creation of a document by moving it to the trash; it notifies the user and
 * returns true if that worked. Null for users that may not delete the document.
 */
export function useUndoCreate(): (created: Created) => (() => Promise<boolean>) | null {
  const store = useDocumentStore();
  const write = useWrite();
  const refresh = useRefresh();
  const noteDeletion = useRecordDeletion();
  const notify = useNotify();
  const viewer = useViewer();
  const { user } = useStaff();

  const undo = async ({ kind, id, rev, name: about }: Created): Promise<boolean> => {
    try {
      const { undoCreate, undoFailures } = await import('../../lib/documents/change-document.ts');
      const outcome = await write(() => undoCreate(store, { kind, id, rev, uid: user.uid }));
      if (outcome === 'done') {
        noteDeletion(kind, { id, rev });
        notify.success({ ...notices.undone, about });
      } else notify.failure({ ...notices.notUndone, about, description: undoFailures[outcome] });
      return outcome === 'done';
    } catch (error) {
      notify.failure({ ...notices.notUndone, about }, error);
      return false;
    } finally {
      await refresh(kind);
    }
  };

  return (created) => {
    const document = { created_by: viewer.uid, is_published: created.isPublished };
    return abilities(created.kind, viewer, document).canDelete ? () => undo(created) : null;
  };
}
