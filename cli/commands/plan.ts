import { addresses, changeWords, removalWarning, impactWords, linkedFrom, waitPhrase } from '@frontage/model/impact';
import type { PlanAnswer } from '@frontage/model/preview';
import type { Command } from '../command.ts';

export const plan: Command = {
  help: {
    summary: 'dry run: show the changes of a publish',
  },
  options: ['state'],
  worksOn: 'releases',
  async run(flags, presenter) {
    const { withContent } = await import('../target/open-project.ts');
    return withContent(flags, presenter, async (pipeline) => {
      const { render, keep, remove, redirects, told } = await pipeline.plan();
      const lines = [
        ...linesOf(told),
        `${render.length} to render, ${keep.length} to keep, ${remove.length} to remove`,
      ];
      presenter.show({ event: 'plan', render, keep: keep.length, remove, redirects, ...told }, lines.join('\n'));
      return 0;
    });
  },
};

/** Describes the impact in the same words as the admin's impact list, one line per entry. */
function linesOf(told: PlanAnswer): string[] {
  const { changes, total, exact } = told;
  const warning = removalWarning(told);
  const hidden = total - changes.length;
  return [
    impactWords(told) + (total > 0 ? waitPhrase(told) : ''),
    ...changes.map((changed) => `  ${changeWords(changed).padEnd(9)}  ${changed.path}  (${changed.reason})`),
    ...(hidden > 0 ? [`  and ${addresses(hidden)} more`] : []),
    ...(exact ? [] : ['The list is an estimate: some addresses may turn out unchanged.']),
    ...(warning === '' ? [] : [[warning, linkedFrom(told)].join(' ').trim()]),
  ];
}
