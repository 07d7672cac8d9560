import { draftNotices } from '@frontage/model/messages';
import type { Savable } from '@frontage/model/kinds';
import { useNotify } from '../../ui/toaster.tsx';
import type { Editor } from '../editor.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { useRefreshDrafts } from './listed-drafts.queries.ts';

interface DraftOrdersSetup {
  kind: Savable;
  keeper: DraftKeeper;
  /** Puts what is live into the form; returns the way back. */
  toLive(): () => void;
  /** Has the form say that it is to be published; returns the way back, and null where it lacks something. */
  publishing(): (() => void) | null;
}

/** What a person orders of a draft, and what they are told. */
export function useDraftOrders<Input extends Record<string, unknown>, Fields>({
  kind,
  keeper,
  toLive,
  publishing,
}: DraftOrdersSetup): Pick<Editor<Input, Fields>, 'saveDraft' | 'discardDraft' | 'askReview'> {
  const notify = useNotify();
  const refreshDrafts = useRefreshDrafts();
  return {
    saveDraft: () => keeper.flush(),
    discardDraft: async () => {
      if (!(await keeper.discard())) {
        notify.failure(draftNotices.notDiscarded);
        return;
      }
      const undo = toLive();
      notify.info(draftNotices.discarded, { label: 'Undo', run: undo });
    },
    askReview: async (step) => {
      const takeBack = step === 'submit' ? publishing() : () => {};
      if (takeBack === null) return;
      if (await keeper.ask({ type: step })) {
        notify.success(step === 'submit' ? draftNotices.submitted : draftNotices.withdrawn);
        refreshDrafts(kind);
        return;
      }
      takeBack();
      notify.failure(draftNotices.notAsked);
    },
  };
}
