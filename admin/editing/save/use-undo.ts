import type { Savable } from '@frontage/model/kinds';
import { notices } from '@frontage/model/messages';
import type { SaveIntent } from '@frontage/model/writes/plan-save';
import { useRefresh } from '../../lib/documents/documents.queries.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useStaff } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { runEach } from '../list/run-each.ts';
import { useRecordSave } from '../live/live.queries.ts';

/** A document as it was before a save, to be written over the revision of that save. */
export interface UndoSnapshot extends Omit<SaveIntent, 'uid' | 'kind'> {
  /** The display name for notices. */
  name: string;
  /** Whether visitors see the document before and after the undo. */
  visibility: { wasPublic: boolean; isPublic: boolean };
}

class UndoConflictError extends Error {}

/**
 * Undoes saves, step by step: the documents of a step are written together or not at all. Notifies the user; true if
 * every step was undone.
 */
export function useUndo(kind: Savable): (steps: readonly (readonly UndoSnapshot[])[]) => Promise<boolean> {
  const store = useDocumentStore();
  const write = useWrite();
  const refresh = useRefresh();
  const noteSave = useRecordSave();
  const notify = useNotify();
  const { user } = useStaff();

  const undoStep = async (step: readonly UndoSnapshot[]): Promise<void> => {
    const { undoSave, undoFailures } = await import('../../lib/documents/change-document.ts');
    const outcome = await write(() =>
      undoSave(
        store,
        step.map((snapshot) => ({ ...snapshot, kind, uid: user.uid })),
      ),
    );
    if (outcome !== 'done') throw new UndoConflictError(undoFailures[outcome]);
    for (const { id, base, visibility } of step) noteSave(kind, id, { rev: (base?.rev ?? 0) + 1, ...visibility });
  };

  return async (steps) => {
    const results = await runEach(steps, undoStep, () => {});
    await refresh(kind);
    const failed = results.filter(({ error }) => error !== null);
    const [first] = failed;
    const about = namesOf(failed.length > 0 ? failed.map(({ item }) => item) : steps);
    if (!first) notify.success({ ...notices.undone, about });
    else if (first.error instanceof UndoConflictError)
      notify.failure({ ...notices.notUndone, about, description: first.error.message });
    else notify.failure({ ...notices.notUndone, about }, first.error);
    return failed.length === 0;
  };
}

const maxNames = 3;

function namesOf(steps: readonly (readonly UndoSnapshot[])[]): string {
  const names = steps.flat().map(({ name }) => name);
  const more = names.length - maxNames;
  return [...names.slice(0, maxNames), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
