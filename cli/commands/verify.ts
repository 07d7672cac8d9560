import type { Run } from '../run.ts';
import { withPipeline } from '../store.ts';

export const run: Run = (flags, presenter) =>
  withPipeline({ flags, presenter, firebase: null }, async (pipeline) => {
    const { identical, differing } = await pipeline.verify();
    const text = identical
      ? 'The live release is byte-identical to a from-scratch build.'
      : ['The live release differs from a from-scratch build at:', ...differing.map((path) => `  ${path}`)].join('\n');
    presenter.show({ event: 'verified', identical, differing }, text);
    return identical ? 0 : 1;
  });
