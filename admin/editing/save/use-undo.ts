import type { Savable } from '@frontage/model/kinds';
import { notices } from '@frontage/model/messages';
import type { SaveIntent } from '@frontage/model/writes/plan-save';
import { useRefresh } from '../../lib/documents/documents.queries.ts';
import { useDocumentStore } from '../../lib/documents/use-document-store.ts';
import { useStaff } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { runEach } from '../list/run-each.ts';
import { useNoteSave } from '../live/live.queries.ts';

/** A document as it was before a save, to be written onto the revision which that save left. */
export interface Former extends Omit<SaveIntent, 'uid' | 'kind'> {
  /** What people call it. */
  name: string;
  /** Whether visitors see it before it is put back, and after. */
  visibility: { wasPublic: boolean; isPublic: boolean };
}

class NotPutBack extends Error {}

/**
 * Takes saves back, each step by itself: the documents of one are written together or not at all. Says what became of it;
 * true where all were put back.
 */
export function useUndo(kind: Savable): (steps: readonly (readonly Former[])[]) => Promise<boolean> {
  const store = useDocumentStore();
  const write = useWrite();
  const refresh = useRefresh();
  const noteSave = useNoteSave();
  const notify = useNotify();
  const { user } = useStaff();

  const take = async (step: readonly Former[]): Promise<void> => {
    const { putBack, putBackWords } = await import('../../lib/documents/put-back.ts');
    const outcome = await write(() =>
      putBack(
        store,
        step.map((former) => ({ ...former, kind, uid: user.uid })),
      ),
    );
    if (outcome !== 'done') throw new NotPutBack(putBackWords[outcome]);
    for (const { id, base, visibility } of step) noteSave(kind, id, { rev: (base?.rev ?? 0) + 1, ...visibility });
  };

  return async (steps) => {
    const results = await runEach(steps, take, () => {});
    await refresh(kind);
    const failed = results.filter(({ error }) => error !== null);
    const [first] = failed;
    const about = namesOf(failed.length > 0 ? failed.map(({ item }) => item) : steps);
    if (!first) notify.success({ ...notices.undone, about });
    else if (first.error instanceof NotPutBack)
      notify.failure({ ...notices.notUndone, about, description: first.error.message });
    else notify.failure({ ...notices.notUndone, about }, first.error);
    return failed.length === 0;
  };
}

const mostNames = 3;

function namesOf(steps: readonly (readonly Former[])[]): string {
  const names = steps.flat().map(({ name }) => name);
  const more = names.length - mostNames;
  return [...names.slice(0, mostNames), ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
