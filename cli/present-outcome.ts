import type { Outcome, PipelineEvent } from '@frontage/pipeline/pipeline';
import type { Presenter } from './present.ts';

type Release = Extract<PipelineEvent, { event: 'release' }>;
type Problem = Outcome['problems'][number];

/** Shows the new release, or that nothing changed, and every skipped document. */
export function presentOutcome({ release, problems }: Outcome, presenter: Presenter): void {
  for (const problem of problems) presenter.show({ event: 'problem', ...problem }, describeProblem(problem));
  if (release === null) presenter.show({ event: 'unchanged' }, 'Nothing changed; the live release stays.');
  else presenter.show({ event: 'release', ...release }, describeRelease(release));
}

function describeRelease({
  id,
  added,
  changed,
  removed,
  ms,
}: Pick<Release, 'id' | 'added' | 'changed' | 'removed' | 'ms'>): string {
  return `Release ${id}: ${added} added, ${changed} changed, ${removed} removed in ${Math.round(ms)} ms`;
}

/** Describes a skipped document and the reason. */
export function describeProblem({ document, field, message }: Problem): string {
  return `skipped ${field === null ? document : `${document} (${field})`}: ${message}`;
}

const progressEvery = 5;

/** Shows the pipeline's events while it runs. */
export function presentPipelineEvent(event: PipelineEvent, presenter: Presenter): void {
  const text = describeEvent(event);
  const next = 'next' in event && event.next !== undefined ? `\n  → ${event.next}` : '';
  presenter.show({ ...event }, text && text + next);
}

/** The text of an event; undefined for events that are shown only with --json. */
function describeEvent(event: PipelineEvent): string | undefined {
  switch (event.event) {
    case 'release':
      return describeRelease(event);
    case 'problem':
      return describeProblem(event);
    case 'image':
      return event.seen % progressEvery === 0 ? `Prepared ${event.seen} of ${event.total} images` : undefined;
    case 'publish-failed':
      return `Publishing failed, the live release stays: ${event.message} (retry in ${event.retryInMs} ms)`;
    case 'notices-delayed':
      return `Could not write status to Firestore: ${event.message}`;
    case 'live':
      return `Release ${event.release} is live on ${event.outlet}`;
    case 'outlet-failed':
      return `Deploy to ${event.outlet} failed: ${event.message} (retry in ${event.retryInMs} ms)`;
    case 'hint':
    case 'unchanged':
      return undefined;
    case 'superseded':
      return event.message;
    case 'snapshot-failed':
      return `The release history could not be compacted: ${event.message}`;
    case 'thread-ended':
      return `A render worker exited; continuing without it: ${event.message}`;
    case 'missed':
      return `Missed by sync, found by full scan: ${event.documents.join(', ')}`;
  }
}
