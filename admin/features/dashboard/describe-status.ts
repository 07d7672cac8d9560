import type { PipelineState } from '@frontage/model/build-state';
import { describeProgress } from '../../editing/live/live-state.ts';

/** One line about the served release, at `now` (milliseconds). */
export function describeStatus({ state, at, pinned, progress, problems }: PipelineState, now: number): string {
  if (state === 'building') {
    return progress ? `Rendering ${describeProgress(progress)}.` : 'A new release is being built.';
  }
  if (state === 'failed') return 'The last release failed. Visitors still see the previous one.';
  if (state === 'unreachable') return 'The database is unreachable. Visitors see the last release.';
  const left =
    problems.length === 1 ? '1 item could not be published' : `${problems.length} items could not be published`;
  return [
    pinned ? 'An earlier release is pinned: new changes are on hold' : 'The site is up to date',
    problems.length > 0 ? `, but ${left}` : '',
    `. Last release ${ago(now - Date.parse(at))}.`,
  ].join('');
}

/** Why publishing failed, and the remedy. */
export const describeFailure = ({ message, next }: NonNullable<PipelineState['failure']>): string =>
  [message, next].flatMap((part) => part?.replace(/[^.!?]$/, '$&.') ?? []).join(' ');

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** '5 minutes ago' for a span in milliseconds. */
export function ago(span: number): string {
  const format = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const unit = units.find(([, length]) => span >= length);
  return unit ? format.format(-Math.floor(span / unit[1]), unit[0]) : 'just now';
}
