import type { Run } from '../run.ts';
import { withContent } from '../store.ts';

export const run: Run = (flags, presenter) =>
  withContent(flags, presenter, async (pipeline) => {
    const { render, keep, remove, redirects } = await pipeline.plan();
    const lines = [
      ...render.map(({ route, reason }) => `render  ${route}  (${reason})`),
      ...remove.map(({ path, reason }) => `remove  ${path}  (${reason})`),
      ...redirects.map(({ from, to, status }) =>
        to === null ? `end     ${from}  (leads on no longer)` : `lead    ${from}  (${status} to ${to})`,
      ),
      `${render.length} to render, ${keep.length} to keep, ${remove.length} to remove`,
    ];
    presenter.show({ event: 'plan', render, keep: keep.length, remove, redirects }, lines.join('\n'));
    return 0;
  });
