import type { Run } from '../run.ts';
import { withContent } from '../store.ts';

/** Compares the live release with what its sources give: content is read anew, whether an instance runs or not. */
export const run: Run = (flags, presenter) =>
  withContent(flags, presenter, async (pipeline) => {
    if (pipeline.live() === null) {
      return { what: 'There is no release to verify', next: 'Run: npm start, or: npx frontage build' };
    }
    const { identical, differing } = await pipeline.verify();
    const text = identical
      ? 'The live release is byte-identical to a from-scratch build.'
      : ['The live release differs from a from-scratch build at:', ...differing.map((path) => `  ${path}`)].join('\n');
    presenter.show({ event: 'verified', identical, differing }, text);
    return identical ? 0 : 1;
  });
