import type { Run } from '../run.ts';
import { withFirebase, withPipeline } from '../store.ts';

export const run: Run = (flags, presenter) =>
  withFirebase(flags, (firebase) =>
    withPipeline({ flags, presenter, firebase }, async (pipeline) => {
      const { render, keep, remove } = await pipeline.plan();
      presenter.show(
        { event: 'plan', render, keep: keep.length, remove },
        [
          ...render.map(({ route, reason }) => `render  ${route}  (${reason})`),
          ...remove.map(({ path, reason }) => `remove  ${path}  (${reason})`),
          `${render.length} to render, ${keep.length} to keep, ${remove.length} to remove`,
        ].join('\n'),
      );
      return 0;
    }),
  );
