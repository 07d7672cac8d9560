import { draftNotices } from '@frontage/model/messages';
import type { Savable } from '@frontage/model/kinds';
import { useNotify } from '../../ui/toaster.tsx';
import type { Editor } from '../editor.ts';
import type { DraftSync } from './draft-sync.ts';
import { useRefreshDrafts } from './listed-drafts.queries.ts';

interface DraftOrdersSetup {
  kind: Savable;
  sync: DraftSync;
  /** Puts the live version into the form; returns a function that undoes that. */
  toLive(): () => void;
}

/** The draft actions of an editor and their notices. */
export function useDraftActions<Input extends Record<string, unknown>, Fields>({
  kind,
  sync,
  toLive,
}: DraftOrdersSetup): Pick<Editor<Input, Fields>, 'saveDraft' | 'discardDraft' | 'askReview'> {
  const notify = useNotify();
  const refreshDrafts = useRefreshDrafts();
  return {
    saveDraft: () => sync.flush(),
    discardDraft: async () => {
      if (!(await sync.discard())) {
        notify.failure(draftNotices.notDiscarded);
        return;
      }
      const undo = toLive();
      notify.info(draftNotices.discarded, { label: 'Undo', run: undo });
    },
    askReview: async (step) => {
      if (await sync.applyReviewStep(step)) {
        notify.success(step.type === 'submit' ? draftNotices.submitted : draftNotices.withdrawn);
        refreshDrafts(kind);
        return;
      }
      notify.failure(draftNotices.notAsked);
    },
  };
}
