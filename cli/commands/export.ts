import { resolve } from 'node:path';
import type { Run } from '../run.ts';
import { withPipeline } from '../store.ts';

export const run: Run = (flags, presenter) =>
  withPipeline({ flags, presenter, firebase: null }, async (pipeline) => {
    const folder = resolve(flags.operands[0] ?? '');
    await pipeline.exportTo(folder);
    presenter.show({ event: 'exported', folder }, `The live release lies in ${folder}`);
    return 0;
  });
