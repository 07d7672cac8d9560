import { canRestore } from '@frontage/model/permissions';
import { type Kind, kinds, nameOf } from '@frontage/model/kinds/kinds';
import type { Listed, ListedDocuments } from '@frontage/model/summaries/listed';
import { invalid, type Notice, notices, texts } from '@frontage/model/messages';
import { trashId } from '@frontage/model/paths';
import { documentPath } from '@frontage/model/changes/write';
import { useQueryClient } from '@tanstack/react-query';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useStaff, useViewer } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { useAction } from '../../ui/action.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { keepRowFocus } from '../../ui/list-rows.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { isPublic } from '../../lib/documents/document.ts';
import { previewCollections } from '../editor/places.ts';
import { undoAction, type UndoSnapshot, useUndo } from '../versions/use-undo.ts';
import { useUndoneRevisions } from '../versions/undone-revisions.ts';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { documentKeys, useNoteWritten, useRefresh } from '../../lib/documents/documents.queries.ts';
import { useReadList } from '../../lib/documents/lists.queries.tsx';
import { DocumentError } from '../../lib/documents/document-store.ts';
import type { SaveFailure } from '../../lib/documents/save-document.ts';
import { useRecordSave } from '../editor/live.queries.ts';

/** The texts of a deletion. */
export interface DeletionWords<Document> {
  question(document: Document): { title: string; description: string; more: string };
  deleted: Notice;
  failed: Notice;
}

/** The explanation below the question before a deletion. */
export const inTrash = (name: string): string =>
  `“${name}” stays in the trash for 30 days. Editors and administrators can restore it.`;

/** The notices of a change of single fields. */
interface ChangeNotices {
  changed: Notice;
  failed: Notice;
}

/** The actions on one document of a list, each with its notice and, if permitted, undo. */
export function useDocumentActions<K extends Kind>(kind: K, words: DeletionWords<ListedDocuments[K]>) {
  type Document = ListedDocuments[K];
  const collection = previewCollections[kind];
  const viewer = useViewer();
  const changes = useListChanges(kind);
  const undo = useUndo(kind);
  const confirm = useConfirm();
  const notify = useNotify();
  const { perform } = useAction();
  const store = useDocumentStore();
  const readList = useReadList();

  const named = (notice: Notice, document: Document): Notice => ({ ...notice, about: nameOf(kind, document) });

  const restore = (document: Document): Promise<boolean> => {
    const settle = keepRowFocus(document.id);
    return perform(named({ title: "Couldn't restore" }, document), () => changes.restore(document.id), { settle });
  };

  const change = (document: Document, fields: Partial<Document>, notices: ChangeNotices): Promise<boolean> =>
    perform(named(notices.failed, document), async () => {
      const snapshot = await changes.patch(document, fields);
      const undoChange = async () => {
        const restoreFocus = keepRowFocus(document.id);
        const isUndone = await undo([[snapshot]]);
        restoreFocus();
        return isUndone;
      };
      notify.success(named(notices.changed, document), undoAction(kind, [document.id], undoChange));
    });

  /** Asks, then deletes; true if the document was deleted. */
  const remove = async (document: Document): Promise<boolean> => {
    let isDeleted = false;
    const ask = async (): Promise<void> => {
      const { DeletionDetails, isRedirectTarget, redirectablePaths, setRedirects } =
        await import('./deletion-details.tsx');
      const { more, ...question } = words.question(document);
      const addresses = redirectablePaths(kind, document, viewer);
      let to = '';
      const asked = isPublic(document)
        ? ({ collection, id: document.id, data: null, action: 'delete' } as const)
        : null;
      const isYes = await confirm({
        ...question,
        more: (
          <>
            {more}
            <DeletionDetails asked={asked} address={addresses[0]} onType={(typed) => (to = typed.trim())} />
          </>
        ),
        action: 'Delete',
        tone: 'danger',
      });
      if (!isYes) return;
      if (to !== '' && !isRedirectTarget(to)) throw new Error(invalid.urlOrPath);
      await changes.remove(document);
      const redirect = (target: string | null): Promise<boolean> =>
        perform(named(notices.redirectFailed, document), (write) =>
          write(() =>
            setRedirects(store, { addresses: to === '' ? [] : addresses, to: target, uid: viewer.uid, readList }),
          ),
        );
      await redirect(to);
      const undoDelete = undoAction(kind, [document.id], async () => {
        if (!(await restore(document))) return false;
        await redirect(null);
        return true;
      });
      notify.success(
        { ...named(words.deleted, document), changed: [`${kind}/${document.id}`] },
        canRestore(viewer) ? undoDelete : undefined,
      );
      isDeleted = true;
    };
    await perform(named(words.failed, document), ask, { settle: keepRowFocus(document.id) });
    return isDeleted;
  };

  return { change, remove };
}

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
  const noteWritten = useNoteWritten();
  const write = useWrite();
  const { user } = useStaff();
  const { note } = useUndoneRevisions();
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
  const optimistically = async <Made,>(
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
      throw error;
    } finally {
      void refresh(kind);
    }
  };

  return {
    patch: (document, change) => {
      const { id, rev } = document;
      const drawn = ({ document: shown, problems }: Listed<K>) => [{ document: { ...shown, ...change }, problems }];
      return optimistically(id, drawn, async () => {
        const { assertPublishable, patchDocument, changeOf } = await loadPatch();
        if (isPublic({ ...document, ...change })) await assertPublishable(store, { kind, id, fields: change });
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
        },
      );
    },
    restore: async (id) => {
      await write(() => call(firebase, 'restoreFromTrash', { trashId: trashId(kinds[kind].collection, id) }));
      await noteWritten(documentPath(kind, id));
      const restored = await store.read(documentPath(kind, id), ['rev']);
      const rev = restored.ok ? restored.value?.['rev'] : null;
      // A restored document has the content of its last revision.
      if (typeof rev === 'number') note(kind, id, { same: rev - 1, rev });
      await refresh(kind);
    },
  };
}

// Most visits change nothing: the code for changes loads with the first one.
const loadPatch = async () => ({
  ...(await import('../../lib/documents/change-document.ts')),
  ...(await import('@frontage/model/changes/document-writes')),
});

function toError(failure: SaveFailure): Error {
  const { reason } = failure;
  if (reason === 'conflict')
    return failure.theirs.data === null ? new DocumentError('missing') : new Error(texts.changedSinceListed);
  return new DocumentError(reason === 'slug-taken' || reason === 'draft-moved' ? 'unexpected' : reason);
}
