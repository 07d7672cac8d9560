import { notices } from '@frontage/model/messages';
import type { Section } from '@frontage/model/section';
import { useState } from 'react';
import { call } from '../../lib/callables.ts';
import { useRefresh } from '../../lib/documents/documents.queries.ts';
import { isPublic } from '../../lib/documents/is-public.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useWrite } from '../../lib/write.ts';
import { useNoteSave } from '../../editing/live/live.queries.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { holdRowFocus } from '../../ui/row-focus.ts';
import { useNotify } from '../../ui/toaster.tsx';
import { publishAllQuestion } from './section-actions.tsx';

/** Publishes every unpublished section at once, on the server, after asking. */
export function usePublishAll() {
  const firebase = useFirebase();
  const write = useWrite();
  const refresh = useRefresh();
  const noteSave = useNoteSave();
  const notify = useNotify();
  const confirm = useConfirm();
  const [isRunning, setRunning] = useState(false);

  const run = async (drafts: readonly Section[]) => {
    if (!(await confirm(publishAllQuestion(drafts)))) return;
    const giveFocusBack = holdRowFocus(...drafts.map(({ id }) => id));
    setRunning(true);
    try {
      await write(() => call(firebase, 'publishAllDrafts', {}));
      for (const draft of drafts) {
        const save = { rev: draft.rev + 1, wasPublic: false, isPublic: isPublic({ ...draft, is_published: true }) };
        noteSave('section', draft.id, save);
      }
      notify.success(notices.allPublished);
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
