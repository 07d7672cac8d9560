import { presentOutcome } from '../present-outcome.ts';
import type { Run } from '../run.ts';
import { withContent } from '../store.ts';

export const run: Run = (flags, presenter) =>
  withContent(flags, presenter, async (pipeline) => {
    presentOutcome(await pipeline.reconcile(), presenter);
    return 0;
  });
