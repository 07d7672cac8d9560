import { presentOutcome, presentPin } from '../runtime/present.ts';
import { isFailure } from '../runtime/failure.ts';
import type { Command } from '../command.ts';

export const build: Command = {
  help: {
    summary: 'compile changed sources and release the current content',
    details: ['Refused while an instance runs on the data folder: it publishes every change automatically.'],
  },
  options: ['state'],
  worksOn: 'releases',
  async run(flags, presenter) {
    const { runningInstance, withContent } = await import('../target/open-project.ts');
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
      presentPin(pipeline.status().pinned, presenter);
      return 0;
    });
  },
};
