import { notices } from '@frontage/model/messages';
import type { ListedSection } from '@frontage/model/summaries/listed';
import { changeOf } from '@frontage/model/writes/plan-save';
import { useState } from 'react';
import { call } from '../../lib/callables.ts';
import { useRefresh } from '../../lib/documents/documents.queries.ts';
import { isPublic } from '../../lib/documents/is-public.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { documentName } from '../../lib/documents/document-name.ts';
import { useStaff } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { useUndo, type Former } from '../../editing/save/use-undo.ts';
import { useNoteSave } from '../../editing/live/live.queries.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { holdRowFocus } from '../../ui/row-focus.ts';
import { useNotify } from '../../ui/toaster.tsx';

/** Publishes every unpublished section at once, on the server, after asking. */
export function usePublishAll() {
  const firebase = useFirebase();
  const write = useWrite();
  const refresh = useRefresh();
  const noteSave = useNoteSave();
  const notify = useNotify();
  const confirm = useConfirm();
  const undo = useUndo('section');
  const { user } = useStaff();
  const [isRunning, setRunning] = useState(false);

  const run = async (drafts: readonly ListedSection[]) => {
    // Loaded by the few who publish all of them.
    const { publishAllQuestion } = await import('./publish-all-question.tsx');
    if (!(await confirm(publishAllQuestion(drafts)))) return;
    const giveFocusBack = holdRowFocus(...drafts.map(({ id }) => id));
    setRunning(true);
    try {
      await write(() => call(firebase, 'publishAllDrafts', {}));
      const steps = drafts.map((draft): [Former] => {
        const [id, rev] = [draft.id, draft.rev + 1];
        const isShown = isPublic({ ...draft, is_published: true });
        noteSave('section', id, { rev, wasPublic: false, isPublic: isShown });
        const change = changeOf({ kind: 'section', id, rev, fields: { is_published: false }, uid: user.uid });
        return [{ ...change, name: documentName(draft), visibility: { wasPublic: isShown, isPublic: false } }];
      });
      notify.success(notices.allPublished, { label: 'Undo', run: () => void undo(steps) });
    } catch (error) {
      notify.failure(notices.saveFailed, error);
    } finally {
      await refresh('section');
      setRunning(false);
      giveFocusBack();
    }
  };
  return { isRunning, run };
}
