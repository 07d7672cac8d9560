import type { Notice } from '@frontage/model/messages';
import { use, useState } from 'react';
import { useWrite } from '../lib/write.ts';
import { ConfirmContext, type Question } from './confirm.tsx';
import { useNotify } from './toaster.tsx';

/** Further steps of an action. */
interface ActionSteps {
  /** Asked first; without a yes, nothing happens. */
  question?: Question;
  /** Shows the result before it is stored. Returns the function that takes this back if the action fails. */
  show?: () => () => void;
  /** Runs at the end, also after a failure: a list is read again, or receives focus. */
  settle?: () => unknown;
}

/** Runs a write, again after an expired sign-in. */
export type Write = ReturnType<typeof useWrite>;

/**
 * Actions of a component. `perform` asks, shows the result, and runs the action, which writes through its argument and
 * notifies, with undo. A failure takes the result back and shows `failed`. Resolves to true if all of it was done.
 * `isRunning` is true meanwhile.
 */
export function useAction() {
  const confirm = use(ConfirmContext);
  const write = useWrite();
  const notify = useNotify();
  const [isRunning, setRunning] = useState(false);
  const perform = async (
    failed: Notice,
    action: (write: Write) => Promise<unknown>,
    { question, show, settle }: ActionSteps = {},
  ): Promise<boolean> => {
    if (question && !(await confirm?.(question))) return false;
    setRunning(true);
    const takeBack = show?.();
    try {
      await action(write);
      return true;
    } catch (error) {
      takeBack?.();
      notify.failure(failed, error);
      return false;
    } finally {
      await settle?.();
      setRunning(false);
    }
  };
  return { isRunning, perform };
}
