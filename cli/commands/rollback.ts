import { resolve } from 'node:path';
import type { Outcome } from '@frontage/pipeline/pipeline';
import { findRunning } from '../instance.ts';
import { order } from '../order.ts';
import { presentOutcome } from '../present-outcome.ts';
import type { Run } from '../run.ts';
import { withPipeline } from '../store.ts';

/** `rollback ID` and `unpin`: asked of the running instance, or done on the data folder where none runs. */
export const run: Run = async (flags, presenter) => {
  const id = flags.operands[0];
  const dataDir = resolve(flags.data);
  const running = findRunning(dataDir);
  const asked = id === undefined ? { hook: 'unpin', body: {} } : { hook: 'rollback', body: { id } };
  const outcome = running
    ? await order<Outcome>(running, dataDir, asked)
    : await withPipeline({ flags, presenter, firebase: null }, (pipeline) =>
        id === undefined ? pipeline.unpin() : pipeline.rollback(id),
      );
  if ('error' in outcome) return { what: outcome.error, next: 'See the releases kept: npx frontage releases' };
  if ('what' in outcome) return outcome;
  presentOutcome(outcome, presenter);
  return 0;
};
