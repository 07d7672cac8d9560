import { addresses, changeWords, goneWords, impactWords, linkedFrom, waitWords } from '@frontage/model/impact';
import type { PlanAnswer } from '@frontage/model/preview';
import type { Run } from '../run.ts';
import { withContent } from '../store.ts';

export const run: Run = (flags, presenter) =>
  withContent(flags, presenter, async (pipeline) => {
    const { render, keep, remove, redirects, told } = await pipeline.plan();
    const lines = [...linesOf(told), `${render.length} to render, ${keep.length} to keep, ${remove.length} to remove`];
    presenter.show({ event: 'plan', render, keep: keep.length, remove, redirects, ...told }, lines.join('\n'));
    return 0;
  });

/** As the back office says it before somebody publishes. */
function linesOf(told: PlanAnswer): string[] {
  const { changes, total, exact } = told;
  const gone = goneWords(told);
  const left = total - changes.length;
  return [
    impactWords(told) + (total > 0 ? waitWords(told) : ''),
    ...changes.map((changed) => `  ${changeWords(changed).padEnd(9)}  ${changed.path}  (${changed.reason})`),
    ...(left > 0 ? [`  and ${addresses(left)} more`] : []),
    ...(exact ? [] : ['The list is planned: a few of them may come out as they are.']),
    ...(gone === '' ? [] : [[gone, linkedFrom(told)].join(' ').trim()]),
  ];
}
