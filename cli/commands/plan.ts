import { addresses, changeWords, removalWarning, impactWords, linkedFrom, waitPhrase } from '@frontage/model/impact';
import type { PlanAnswer } from '@frontage/model/preview';
import type { CommandHandler } from '../command-handler.ts';
import { withContent } from '../store.ts';

export const run: CommandHandler = (flags, presenter) =>
  withContent(flags, presenter, async (pipeline) => {
    const { render, keep, remove, redirects, told } = await pipeline.plan();
    const lines = [...linesOf(told), `${render.length} to render, ${keep.length} to keep, ${remove.length} to remove`];
    presenter.show({ event: 'plan', render, keep: keep.length, remove, redirects, ...told }, lines.join('\n'));
    return 0;
  });

/** The same wording as the admin's impact list. */
function linesOf(told: PlanAnswer): string[] {
  const { changes, total, exact } = told;
  const gone = removalWarning(told);
  const left = total - changes.length;
  return [
    impactWords(told) + (total > 0 ? waitPhrase(told) : ''),
    ...changes.map((changed) => `  ${changeWords(changed).padEnd(9)}  ${changed.path}  (${changed.reason})`),
    ...(left > 0 ? [`  and ${addresses(left)} more`] : []),
    ...(exact ? [] : ['The list is an estimate: some addresses may turn out unchanged.']),
    ...(gone === '' ? [] : [[gone, linkedFrom(told)].join(' ').trim()]),
  ];
}
