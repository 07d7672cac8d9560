import { presentOutcome } from '../present-outcome.ts';
import { presentPin } from '../present-pin.ts';
import { isFailure } from '../failure.ts';
import type { CommandHandler } from '../command-handler.ts';
import { runningInstance, withContent } from '../store.ts';

export const run: CommandHandler = async (flags, presenter) => {
  const running = runningInstance(flags);
  if (isFailure(running)) return running;
  if (running) {
    return {
      what: `The instance that runs on this folder (process ${running.pid}) publishes every change itself`,
      next: 'Nothing to build. To build without it, stop it first',
    };
  }
  return withContent(flags, presenter, async (pipeline) => {
    presentOutcome(await pipeline.reconcile(), presenter);
    await pipeline.arrived();
    presentPin(flags, pipeline.status().pinned, presenter);
    return 0;
  });
};
