import { resolve } from 'node:path';
import { isFailure, type Failure } from '../failure.ts';
import type { Flags } from '../flags.ts';
import { hasSeparateHistory } from '../history-location.ts';
import { sendCommand } from '../operator-request.ts';
import type { Presenter } from '../present.ts';
import { presentPin } from '../present-pin.ts';
import type { CommandHandler } from '../command-handler.ts';
import { runningInstance, withContent, withFirebase, withPipeline } from '../store.ts';

export const run: CommandHandler = async (flags, presenter) => {
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
    const { identical, differing } = await pipeline.verify();
    const text = identical
      ? 'The live release is byte-identical to a from-scratch build.'
      : ['The live release differs from a from-scratch build at:', ...differing.map((path) => `  ${path}`)].join('\n');
    const { pinned } = pipeline.status();
    presenter.show({ event: 'verified', identical, differing, pinned }, text);
    presentPin(flags, pinned, presenter);
    return identical ? 0 : 1;
  });
};

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
  const running = runningInstance(flags);
  if (isFailure(running)) return running;
  if (hasSeparateHistory(flags))
    return withPipeline({ flags, presenter, firebase: null }, (pipeline) => pipeline.repair());
  if (!running) {
    return withFirebase(flags, (firebase) =>
      withPipeline({ flags, presenter, firebase }, (pipeline) => pipeline.repair()),
    );
  }
  return sendCommand<Repaired>(running, resolve(flags.data), { hook: 'repair', body: { repair: true } });
}
