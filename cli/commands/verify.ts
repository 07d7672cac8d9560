import { resolve } from 'node:path';
import { isFailure, type Failure } from '../runtime/failure.ts';
import type { Flags } from '../options.ts';
import { hasSeparateHistory } from '../target/history-location.ts';
import { type Presenter, presentPin } from '../runtime/present.ts';
import type { Command } from '../command.ts';

export const verify: Command = {
  help: {
    summary: 'compare the live release with a from-scratch build; exit 1 if they differ',
    details: ['A pinned site is compared with the release it is pinned to.'],
    exitCode1: 'they differ; the addresses are listed',
  },
  options: ['repair', 'state'],
  worksOn: 'releases',
  async run(flags, presenter) {
    const { runningInstance, withContent } = await import('../target/open-project.ts');
    if (flags.repair) {
      const repaired = await repair(flags, presenter);
      if (isFailure(repaired)) return repaired;
      const { repaired: paths, left } = repaired;
      const lines = [...paths.map((path) => `rebuilt  ${path}`), ...left.map((path) => `lost     ${path}`)];
      presenter.show({ event: 'repaired', repaired: paths, left }, lines.join('\n') || 'Nothing is damaged.');
    }
    return withContent(flags, presenter, async (pipeline) => {
      if (pipeline.live() === null) {
        return { what: 'There is no release to verify', next: 'Run: npm start, or: npx frontage build' };
      }
      const { identical, differing, isSameBuild } = await pipeline.verify();
      const { pinned } = pipeline.status();
      const next = identical ? undefined : differenceNext(isSameBuild ?? true, runningInstance(flags) !== null);
      const text = identical
        ? 'The live release is byte-identical to a from-scratch build.'
        : [
            'The live release differs from a from-scratch build at:',
            ...differing.map((path) => `  ${path}`),
            `  → ${next ?? ''}`,
          ].join('\n');
      presenter.show({ event: 'verified', identical, differing, pinned, ...(next !== undefined && { next }) }, text);
      presentPin(pinned, presenter);
      return identical ? 0 : 1;
    });
  },
};

/** Cause and next step of a difference. */
function differenceNext(isSameBuild: boolean, isRunning: boolean): string {
  if (isSameBuild)
    return 'If files are damaged, rebuild them: npx frontage verify --repair. Otherwise report the difference';
  const cause = 'The live release was made with other templates or another configuration than this folder has';
  return isRunning
    ? `${cause}. Stop the running instance and start it again: npm start. Or run this command where that instance was started`
    : `${cause}. Publish with the current ones: npx frontage build`;
}

interface Repaired {
  /** Paths of rebuilt files. */
  repaired: string[];
  /** Paths of files that could not be rebuilt. */
  left: string[];
}

/**
 * Rebuilds damaged files, through the running instance or, if none runs, in the data folder with its local Firebase.
 */
async function repair(flags: Flags, presenter: Presenter): Promise<Repaired | Failure> {
  const { runningInstance, withFirebase, withPipeline } = await import('../target/open-project.ts');
  const running = runningInstance(flags);
  if (isFailure(running)) return running;
  if (hasSeparateHistory(flags))
    return withPipeline({ flags, presenter, firebase: null }, (pipeline) => pipeline.repair());
  if (!running) {
    return withFirebase(flags, (firebase) =>
      withPipeline({ flags, presenter, firebase }, (pipeline) => pipeline.repair()),
    );
  }
  const { sendCommand } = await import('../target/instance.ts');
  return sendCommand<Repaired>(running, resolve(flags.data), { hook: 'repair', body: { repair: true } });
}
