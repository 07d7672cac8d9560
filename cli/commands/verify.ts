import { resolve } from 'node:path';
import { isFailure, type Failure } from '../failure.ts';
import type { Flags } from '../flags.ts';
import { findRunning } from '../instance.ts';
import { order } from '../order.ts';
import type { Presenter } from '../present.ts';
import type { Run } from '../run.ts';
import { withFirebase, withPipeline } from '../store.ts';

export const run: Run = async (flags, presenter) => {
  if (flags.repair) {
    const repaired = await repair(flags, presenter);
    if (isFailure(repaired)) return repaired;
    const { repaired: paths, left } = repaired;
    const lines = [...paths.map((path) => `made anew  ${path}`), ...left.map((path) => `lost       ${path}`)];
    presenter.show({ event: 'repaired', repaired: paths, left }, lines.join('\n') || 'Nothing is damaged.');
  }
  return withPipeline({ flags, presenter, firebase: null }, async (pipeline) => {
    const { identical, differing } = await pipeline.verify();
    const text = identical
      ? 'The live release is byte-identical to a from-scratch build.'
      : ['The live release differs from a from-scratch build at:', ...differing.map((path) => `  ${path}`)].join('\n');
    presenter.show({ event: 'verified', identical, differing }, text);
    return identical ? 0 : 1;
  });
};

interface Repaired {
  repaired: string[];
  left: string[];
}

/** Makes damaged files anew: by the running instance, or on the data folder with its own Firebase where none runs. */
async function repair(flags: Flags, presenter: Presenter): Promise<Repaired | Failure> {
  const dataDir = resolve(flags.data);
  const running = findRunning(dataDir);
  if (!running) {
    return withFirebase(flags, (firebase) =>
      withPipeline({ flags, presenter, firebase }, (pipeline) => pipeline.repair()),
    );
  }
  const answer = await order<Repaired>(running, dataDir, { hook: 'repair', body: { repair: true } });
  return 'error' in answer ? { what: answer.error, next: 'Try again once the instance publishes' } : answer;
}
