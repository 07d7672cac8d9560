import type { Run } from '../run.ts';
import { withPipeline } from '../store.ts';

export const run: Run = (flags, presenter) =>
  withPipeline({ flags, presenter, firebase: null }, async (pipeline) => {
    for (const release of pipeline.releases()) {
      const { id, createdAt, added, changed, removed, live } = release;
      const counts = `+${added} ~${changed} -${removed}`;
      presenter.show({ event: 'release', ...release }, `${live ? '*' : ' '} ${id}  ${createdAt}  ${counts}`);
    }
    return 0;
  });
