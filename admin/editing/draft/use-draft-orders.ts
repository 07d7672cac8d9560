import { draftNotices } from '@frontage/model/messages';
import { useNotify } from '../../ui/toaster.tsx';
import type { Editor } from '../editor.ts';
import type { DraftKeeper } from './draft-keeper.ts';

interface DraftOrdersSetup {
  keeper: DraftKeeper;
  /** Puts what is live into the form; answers the way back. */
  toLive(): () => void;
  /** Has the form say that it is to be published. */
  publishing(): void;
}

/** What a person orders of a draft, and what they are told. */
export function useDraftOrders<Input extends Record<string, unknown>, Fields>({
  keeper,
  toLive,
  publishing,
}: DraftOrdersSetup): Pick<Editor<Input, Fields>, 'saveDraft' | 'discardDraft' | 'askReview'> {
  const notify = useNotify();
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
      if (step === 'submit') publishing();
      const isDone = await keeper.ask({ type: step });
      if (isDone) notify.success(step === 'submit' ? draftNotices.submitted : draftNotices.withdrawn);
      else notify.failure(draftNotices.notAsked);
    },
  };
}
