import { type Kind, nameOf } from '@frontage/model/kinds/kinds';
import type { Notice } from '@frontage/model/messages';
import type { Listed, ListedDocuments } from '@frontage/model/summaries/listed';
import type { Data } from '@frontage/model/changes/write';
import { useQueryClient } from '@tanstack/react-query';
import { documentKeys, useRefresh } from '../../lib/documents/documents.queries.ts';
import { isPublic } from '../../lib/documents/document.ts';
import { useDocumentStore } from '../../lib/firestore/client.ts';
import { useStaff } from '../../lib/session.tsx';
import { useAction, type Write } from '../../ui/action.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { useRecordSave } from '../editor/live.queries.ts';
import { undoAction, type UndoSnapshot, useUndo } from '../versions/use-undo.ts';

/** New values of fields of one document, except slugs. */
export interface DocumentChange<K extends Kind> {
  /** The document as it is shown, with the present values of these fields. */
  document: ListedDocuments[K];
  fields: Data;
}

interface BatchOptions {
  changed: Notice;
  failed: Notice;
  /** Checks the stored changes. They are undone if it returns a reason, which `failed` then shows. */
  findConflict?: () => Promise<string | null>;
}

/** More would exceed the size of a request in which each document is checked. */
const maxChanges = 400;

/**
 * Changes several documents of a list in one batch: all of them or none, each only if it is still as shown. The list
 * shows the changes at once and reverts them on failure; one Undo restores all. True if they are stored.
 */
export function useBatchChange<K extends Kind>(
  kind: K,
): (changes: readonly DocumentChange<K>[], options: BatchOptions) => Promise<boolean> {
  const client = useQueryClient();
  const store = useDocumentStore();
  const { perform } = useAction();
  const refresh = useRefresh();
  const noteSave = useRecordSave();
  const notify = useNotify();
  const { user } = useStaff();
  const undo = useUndo(kind);
  const key = documentKeys.list(kind);

  const showFields = (next: ReadonlyMap<string, object>) => {
    client.setQueryData<Listed<K>[]>(key, (entries) =>
      entries?.map((entry) => {
        const change = next.get(entry.document.id);
        return change ? { ...entry, document: { ...entry.document, ...change } } : entry;
      }),
    );
  };

  return async (changes, { changed, failed, findConflict }) => {
    if (changes.length === 0) return true;
    if (changes.length > maxChanges) {
      const description = `${changes.length} documents would change, at most ${maxChanges} are possible at once.`;
      notify.failure({ ...failed, description });
      return false;
    }
    const ids = changes.map(({ document }) => document.id);
    const before = changes.map(({ document, fields }): Data & { rev: number } => {
      const old: [string, unknown][] = Object.keys(fields).map((field) => [field, Reflect.get(document, field)]);
      return { ...Object.fromEntries(old), rev: document.rev };
    });
    await client.cancelQueries({ queryKey: key });
    const show = () => {
      showFields(new Map(changes.map(({ document: { id, rev }, fields }) => [id, { ...fields, rev: rev + 1 }])));
      return () => showFields(new Map(ids.map((id, index) => [id, before[index] ?? {}])));
    };
    const change = async (write: Write) => {
      // Loads with the first change, because lists are opened more often than changed.
      const { saveTogether, undoFailures } = await import('../../lib/documents/change-document.ts');
      const { changeOf } = await import('@frontage/model/changes/document-writes');
      const intents = changes.map(({ document: { id, rev }, fields }) =>
        changeOf({ kind, id, rev, fields, uid: user.uid }),
      );
      const outcome = await write(() => saveTogether(store, intents));
      if (outcome !== 'done') throw new Error(`${undoFailures[outcome]} Nothing was changed. Try again.`);
      const snapshots = changes.map(({ document, fields }, index): UndoSnapshot => {
        const { id, rev } = document;
        const { rev: _, ...old } = before[index] ?? { rev };
        const [wasPublic, isNowPublic] = [isPublic(document), isPublic({ ...document, ...fields })];
        noteSave(kind, id, { rev: rev + 1, wasPublic, isPublic: isNowPublic });
        const change = changeOf({ kind, id, rev: rev + 1, fields: old, uid: user.uid });
        const visibility = { wasPublic: isNowPublic, isPublic: wasPublic };
        return { ...change, name: nameOf(kind, document), visibility };
      });
      const conflict = (await findConflict?.()) ?? null;
      if (conflict !== null) {
        await undo([snapshots]);
        throw new Error(conflict);
      }
      notify.success(
        changed,
        undoAction(kind, ids, () => undo([snapshots])),
      );
    };
    return perform(failed, change, { show, settle: () => void refresh(kind) });
  };
}
