import type { Outcome, PipelineEvent } from '@frontage/pipeline/pipeline';
import type { Presenter } from './present.ts';

type Release = Extract<PipelineEvent, { event: 'release' }>;
type Problem = Outcome['problems'][number];

/** Shows a release, or that nothing changed, and every document that was left out. */
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

/** A document that is left out, and why. */
export function describeProblem({ document, field, message }: Problem): string {
  return `skipped ${field === null ? document : `${document} (${field})`}: ${message}`;
}

const progressEvery = 5;

/** Shows what the pipeline says while it runs. */
export function presentPipelineEvent(event: PipelineEvent, presenter: Presenter): void {
  const text = describeEvent(event);
  const next = 'next' in event && event.next !== undefined ? `\n  → ${event.next}` : '';
  presenter.show({ ...event }, text && text + next);
}

/** Undefined for what only programs are told. */
function describeEvent(event: PipelineEvent): string | undefined {
  switch (event.event) {
    case 'release':
      return describeRelease(event);
    case 'problem':
      return describeProblem(event);
    case 'image':
      return event.seen % progressEvery === 0 ? `Prepared ${event.seen} of ${event.total} images` : undefined;
    case 'publish-failed':
      return `Publishing failed, the live release stays: ${event.message} (again in ${event.retryInMs} ms)`;
    case 'notices-delayed':
      return `Firestore cannot be told what is live: ${event.message}`;
    case 'live':
      return `Release ${event.release} is live on ${event.outlet}`;
    case 'outlet-failed':
      return `${event.outlet} could not be given the release: ${event.message} (again in ${event.retryInMs} ms)`;
    case 'hint':
    case 'unchanged':
      return undefined;
    case 'superseded':
      return event.message;
    case 'snapshot-failed':
      return `The history could not be shortened: ${event.message}`;
    case 'thread-ended':
      return `A thread that rendered pages has ended, its pages are rendered without it: ${event.message}`;
    case 'missed':
      return `Found only by reading everything: ${event.documents.join(', ')}`;
  }
}
