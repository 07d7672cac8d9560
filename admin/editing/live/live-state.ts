import type { DocumentState, Problem, Progress } from '@frontage/model/build-state';
import { fieldLabel } from '@frontage/model/field-labels';
import { counted } from '@frontage/model/counted';

/** A save of this session, with the data needed to follow its publication. */
export interface RecentSave {
  /** Null after a deletion. */
  rev: number | null;
  /** Whether the document was public before and is public after the save. */
  wasPublic: boolean;
  isPublic: boolean;
  /** Milliseconds since the epoch, by the browser's clock. */
  at: number;
}

export type LiveState =
  | { type: 'not-published' }
  | { type: 'publishing'; progress: Progress | null }
  | { type: 'live'; ms: number }
  | { type: 'removed'; ms: number }
  /** `shownAt` is the address of the version that is still live; null for none. */
  | { type: 'failed'; problems: readonly Problem[]; shownAt: string | null };

/** Whether the pipeline has to publish anything for a save. */
export const affectsVisitors = ({ wasPublic, isPublic }: RecentSave): boolean => wasPublic || isPublic;

/** The state of a save, from the pipeline's newest report on its document and the `progress` of the current release. */
export function liveState(save: RecentSave, report: DocumentState | null, progress: Progress | null = null): LiveState {
  if (!affectsVisitors(save)) return { type: 'not-published' };
  if (!report || !covers(report, save)) return { type: 'publishing', progress };
  if (report.state === 'failed') return failed(report);
  return { type: save.isPublic ? 'live' : 'removed', ms: report.ms };
}

/** The state for a report of a failed version. */
export const failed = ({ problems, shown_at }: DocumentState): LiveState & { type: 'failed' } => ({
  type: 'failed',
  problems,
  shownAt: shown_at,
});

function covers(report: DocumentState, save: RecentSave): boolean {
  if (save.rev === null || report.rev === null) return report.rev === save.rev;
  return report.rev >= save.rev;
}

/**
 * The public address of a document: `own`, its own address (null if it is not public), unless the state of its newest
 * save differs.
 */
export function addressFrom(own: string | null, state: LiveState | null, save: RecentSave | null): string | null {
  if (own === null) return null;
  if (state?.type === 'failed') return state.shownAt;
  return state?.type === 'publishing' && save?.wasPublic === false ? null : own;
}

export const isSettled = (state: LiveState): boolean => state.type !== 'publishing';

/** Milliseconds until the next poll, `elapsed` after the save: frequent at first, then rarer. Null to stop. */
export function nextPollDelay(elapsed: number): number | null {
  if (elapsed < 2_000) return 100;
  if (elapsed < 10_000) return 500;
  if (elapsed < 60_000) return 2_000;
  return elapsed < 600_000 ? 10_000 : null;
}

const seconds = (ms: number): string => (Math.max(ms, 50) / 1_000).toFixed(1);

/** One line for staff. */
export function describeLive(state: LiveState): string {
  switch (state.type) {
    case 'not-published':
      return 'Not published';
    case 'publishing':
      return state.progress ? `Publishing… ${describeProgress(state.progress)}` : 'Publishing…';
    case 'live':
      return `Live in ${seconds(state.ms)} s`;
    case 'removed':
      return `Unpublished in ${seconds(state.ms)} s`;
    case 'failed':
      return 'Failed';
  }
}

/** Why a change is not live, which version visitors see, and how to fix it. */
export function describeProblems({ problems, shownAt }: LiveState & { type: 'failed' }): string {
  const reasons = problems.map(({ document, field, message }) =>
    (field === null ? message : `${fieldLabel(document, field)}: ${message}`).replace(/[^.!?]$/, '$&.'),
  );
  return [
    ...reasons,
    shownAt === null ? 'It is not on the site.' : 'The previous version is still live.',
    ...(problems.some(({ field }) => field !== null) ? ['Correct it and save again.'] : []),
  ].join(' ');
}

/** '4,200 of 10,000 pages, 3 s left'. */
export function describeProgress({ done, total, seconds_left: left }: Progress): string {
  const pages = `${done.toLocaleString('en')} of ${counted(total, 'page')}`;
  if (left === null) return pages;
  return `${pages}, ${left < 90 ? `${left} s` : `${Math.round(left / 60)} min`} left`;
}
