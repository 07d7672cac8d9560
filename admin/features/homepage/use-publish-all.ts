import { notices } from '@frontage/model/messages';
import type { ListedSection } from '@frontage/model/summaries/listed';
import { useState } from 'react';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { useRefresh } from '../../lib/documents/documents.queries.ts';
import { useStaff } from '../../lib/session.tsx';
import { useWrite } from '../../lib/write.ts';
import { undoAction } from '../../editing/save/undo-action.ts';
import { useUndo } from '../../editing/save/use-undo.ts';
import { useRecordSave } from '../../editing/live/live.queries.ts';
import { useConfirm } from '../../ui/confirm.tsx';
import { keepRowFocus } from '../../ui/row-focus.ts';
import { useNotify } from '../../ui/toaster.tsx';

/** Publishes all unpublished sections in one server call, after confirmation. */
export function usePublishAll() {
  const firebase = useFirebase();
  const write = useWrite();
  const refresh = useRefresh();
  const noteSave = useRecordSave();
  const notify = useNotify();
  const confirm = useConfirm();
  const undo = useUndo('section');
  const { user } = useStaff();
  const [isRunning, setRunning] = useState(false);

  const run = async (drafts: readonly ListedSection[]) => {
    // Loads on demand, because few users publish all drafts.
    const { publishAllQuestion, publishedDrafts } = await import('./publish-all.tsx');
    if (!(await confirm(publishAllQuestion(drafts)))) return;
    const restoreFocus = keepRowFocus(...drafts.map(({ id }) => id));
    setRunning(true);
    try {
      await write(() => call(firebase, 'publishAllDrafts', {}));
      const snapshots = publishedDrafts(drafts, user.uid);
      for (const { id, base, visibility } of snapshots) {
        noteSave('section', id, { rev: base?.rev ?? 0, wasPublic: false, isPublic: visibility.wasPublic });
      }
      const ids = snapshots.map(({ id }) => id);
      const undoAll = () => undo(snapshots.map((draft) => [draft]));
      notify.success(notices.allPublished, undoAction('section', ids, undoAll));
    } catch (error) {
      notify.failure(notices.saveFailed, error);
    } finally {
      await refresh('section');
      setRunning(false);
      restoreFocus();
    }
  };
  return { isRunning, run };
}
