import { abilities } from '@frontage/model/abilities';
import type { Kind } from '@frontage/model/kinds';
import { notices } from '@frontage/model/messages';
import { useNoteDeletion, useRefresh } from '../../lib/documents/documents.queries.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useStaff } from '../../lib/session.tsx';
import { useViewer } from '../../lib/viewer.ts';
import { useWrite } from '../../lib/write.ts';
import { useNotify } from '../../ui/toaster.tsx';

/** A document that was just created. */
interface Created {
  kind: Kind;
  id: string;
  rev: number;
  /** What people call it. */
  name: string;
  isPublished: boolean;
}

/**
 * What takes a creation back, into the trash, and says what became of it: true where it did. Null for who may not delete what
 * they created.
 */
export function usePutAway(): (created: Created) => (() => Promise<boolean>) | null {
  const store = useDocumentStore();
  const write = useWrite();
  const refresh = useRefresh();
  const noteDeletion = useNoteDeletion();
  const notify = useNotify();
  const viewer = useViewer();
  const { user } = useStaff();

  const take = async ({ kind, id, rev, name: about }: Created): Promise<boolean> => {
    try {
      const { putAway, putBackWords } = await import('../../lib/documents/put-back.ts');
      const outcome = await write(() => putAway(store, { kind, id, rev, uid: user.uid }));
      if (outcome === 'done') {
        noteDeletion(kind, { id, rev });
        notify.success({ ...notices.undone, about });
      } else notify.failure({ ...notices.notUndone, about, description: putBackWords[outcome] });
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
    return abilities(created.kind, viewer, document).canDelete ? () => take(created) : null;
  };
}
