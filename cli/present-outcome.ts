import type { Outcome } from '@frontage/pipeline/pipeline';
import type { Presenter } from './present.ts';

/** Shows a release, or that nothing changed, and every document that was left out. */
export function presentOutcome({ release, problems }: Outcome, presenter: Presenter): void {
  for (const problem of problems) {
    const where = problem.field === null ? problem.document : `${problem.document} (${problem.field})`;
    presenter.show({ event: 'problem', ...problem }, `skipped ${where}: ${problem.message}`);
  }
  if (release === null) {
    presenter.show({ event: 'unchanged' }, 'Nothing changed; the live release stays.');
    return;
  }
  const { id, added, changed, removed, ms } = release;
  const counts = `${added} added, ${changed} changed, ${removed} removed`;
  presenter.show(
    { event: 'release', id, added, changed, removed, ms },
    `Release ${id}: ${counts} in ${Math.round(ms)} ms`,
  );
}
