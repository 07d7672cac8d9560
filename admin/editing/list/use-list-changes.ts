import { trashId } from '@frontage/model/paths';
import { useQueryClient } from '@tanstack/react-query';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { documentKeys, useRecordDeletion, useRefresh } from '../../lib/documents/documents.queries.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { DocumentError } from '../../lib/documents/document-store.ts';
import { isPublic } from '../../lib/documents/document.ts';
import { texts } from '@frontage/model/messages';
import { kinds, nameOf, type Kind } from '@frontage/model/kinds';
import type { Listed, ListedDocuments } from '@frontage/model/summaries/listed';
import type { SaveFailure } from '../../lib/documents/save-document.ts';
import { useStaff } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import type { UndoSnapshot } from '../save/use-undo.ts';
import { useRecordSave } from '../live/live.queries.ts';

export interface ListChanges<K extends Kind> {
  /**
   * Changes fields of one document optimistically and reverts them on failure. Returns the data for undo. Rejects with
   * a message for staff.
   */
  patch(document: ListedDocuments[K], change: Partial<ListedDocuments[K]>): Promise<UndoSnapshot>;
  /** Moves one document to the trash optimistically and reverts that on failure. */
  remove(document: ListedDocuments[K]): Promise<void>;
  /** Restores a deleted document. */
  restore(id: string): Promise<void>;
}

/** Changes made from a list without opening the editor. */
export function useListChanges<K extends Kind>(kind: K): ListChanges<K> {
  const client = useQueryClient();
  const firebase = useFirebase();
  const store = useDocumentStore();
  const refresh = useRefresh();
  const noteSave = useRecordSave();
  const noteDeletion = useRecordDeletion();
  const write = useWrite();
  const { user } = useStaff();
  const key = documentKeys.list(kind);

  const show = (id: string, next: (entry: Listed<K>) => Listed<K>[]) => {
    client.setQueryData<Listed<K>[]>(key, (entries) =>
      entries?.flatMap((entry) => (entry.document.id === id ? next(entry) : [entry])),
    );
  };

  const revert = (original: Listed<K>) => {
    client.setQueryData<Listed<K>[]>(key, (entries = []) => [
      ...entries.filter((entry) => entry.document.id !== original.document.id),
      original,
    ]);
  };

  /** Shows the change, makes it, then shows the stored result. */
  const optimistically = async <Made>(
    id: string,
    next: (entry: Listed<K>) => Listed<K>[],
    make: () => Promise<Made>,
  ): Promise<Made> => {
    await client.cancelQueries({ queryKey: key });
    const original = client.getQueryData<Listed<K>[]>(key)?.find((entry) => entry.document.id === id);
    show(id, next);
    try {
      return await write(make);
    } catch (error) {
      // Reverts only this entry, because others may be changing at the same time.
      if (original) revert(original);
      void refresh(kind);
      throw error;
    }
  };

  return {
    patch: (document, change) => {
      const { id, rev } = document;
      const drawn = ({ document: shown, problems }: Listed<K>) => [{ document: { ...shown, ...change }, problems }];
      return optimistically(id, drawn, async () => {
        const { patchDocument, changeOf } = await loadPatch();
        const outcome = await patchDocument(store, { kind, id, rev, fields: change, uid: user.uid });
        if (!outcome.ok) throw toError(outcome.failure);
        const after = { ...document, ...change, rev: outcome.rev };
        show(id, ({ problems }) => [{ document: after, problems }]);
        const visibility = { wasPublic: isPublic(document), isPublic: isPublic(after) };
        noteSave(kind, id, { rev: outcome.rev, ...visibility });
        const fields = Object.fromEntries(Object.keys(change).map((field) => [field, Reflect.get(document, field)]));
        return {
          ...changeOf({ kind, id, rev: outcome.rev, fields, uid: user.uid }),
          name: nameOf(kind, document),
          visibility: { wasPublic: visibility.isPublic, isPublic: visibility.wasPublic },
        };
      });
    },
    remove: (document) => {
      const { id } = document;
      return optimistically(
        id,
        () => [],
        async () => {
          const { deleteDocument } = await import('../../lib/documents/change-document.ts');
          const outcome = await deleteDocument(store, { kind, id, uid: user.uid });
          if (!outcome.ok) throw toError(outcome);
          noteDeletion(kind, document);
        },
      );
    },
    restore: async (id) => {
      await write(() => call(firebase, 'restoreFromTrash', { trashId: trashId(kinds[kind].collection, id) }));
      await refresh(kind);
    },
  };
}

// Most visits change nothing: the code for changes loads with the first one.
const loadPatch = async () => ({
  ...(await import('../../lib/documents/change-document.ts')),
  ...(await import('@frontage/model/writes/plan-save')),
});

function toError(failure: SaveFailure): Error {
  const { reason } = failure;
  if (reason === 'conflict')
    return failure.theirs.data === null ? new DocumentError('missing') : new Error(texts.changedSinceListed);
  return new DocumentError(reason === 'slug-taken' || reason === 'draft-moved' ? 'unexpected' : reason);
}
