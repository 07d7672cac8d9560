import type { Run } from '../run.ts';
import { presentOutcome } from '../present-outcome.ts';
import { withFirebase, withPipeline } from '../store.ts';

export const run: Run = (flags, presenter) =>
  withFirebase(flags, (firebase) =>
    withPipeline({ flags, presenter, firebase }, async (pipeline) => {
      presentOutcome(await pipeline.reconcile(), presenter);
      return 0;
    }),
  );
