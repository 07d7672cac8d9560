import { resolve } from 'node:path';
import type { Outcome } from '@frontage/pipeline/pipeline';
import { isFailure } from '../failure.ts';
import { order } from '../order.ts';
import { presentOutcome } from '../present-outcome.ts';
import { presentPin } from '../present-pin.ts';
import type { Run } from '../run.ts';
import { readStore, runningInstance, withPipeline } from '../store.ts';

/** `rollback ID` and `unpin`: asked of the running instance, or done on the data folder where none runs. */
export const run: Run = async (flags, presenter) => {
  const id = flags.operands[0];
  const running = runningInstance(flags);
  if (isFailure(running)) return running;
  const asked = id === undefined ? { hook: 'unpin', body: {} } : { hook: 'rollback', body: { id } };
  const outcome = running
    ? await order<Outcome>(running, resolve(flags.data), asked)
    : await withPipeline({ flags, presenter, firebase: null }, (pipeline) =>
        id === undefined ? pipeline.unpin() : pipeline.rollback(id),
      );
  if (isFailure(outcome)) return outcome;
  presentOutcome(outcome, presenter);
  const pinned = readStore(flags, (store) => store.head()?.pin ?? null);
  if (isFailure(pinned)) return pinned;
  presentPin(pinned, presenter);
  if (pinned === null) presenter.show({ event: 'unpinned' }, 'The site follows its content.');
  return 0;
};
