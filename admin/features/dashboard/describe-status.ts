import type { PipelineState, Problem, ReleaseDocument } from '@frontage/model/build-state';
import { counted } from '@frontage/model/dates';
import { adminPaths, collections } from '@frontage/model/paths';
import { fieldLabel } from '@frontage/model/field-labels';
import { describeProgress } from '../../editing/editor/live.queries.ts';

/** A problem that keeps a document off the site: the reason, and the screen to fix it, if there is one. */
export interface SkippedContent {
  name: string;
  to: string | null;
  reason: string;
}

const screens: Record<string, { noun: string; to: (id: string) => string }> = {
  [collections.sections]: { noun: 'Homepage section', to: adminPaths.section },
  [collections.pages]: { noun: 'Page', to: adminPaths.page },
  [collections.demos]: { noun: 'Demo', to: adminPaths.demo },
  [collections.demoEmbeds]: { noun: 'Demo', to: adminPaths.demo },
  [collections.settings]: { noun: 'Settings', to: () => adminPaths.settings },
};

export function skippedContent({ document, field, message }: Problem): SkippedContent {
  const reason = field === null ? message : `${fieldLabel(document, field)}: ${message}`;
  const [collection = '', ...rest] = document.split('/');
  const screen = Object.hasOwn(screens, collection) ? screens[collection] : undefined;
  const id = rest.join('/');
  // Routes of the site are named by their path.
  if (!screen) return { name: document, to: null, reason };
  return { name: `${screen.noun} ${id}`, to: screen.to(id), reason };
}

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

const megabytes = (bytes: number): string =>
  `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: bytes < 10_000_000 ? 1 : 0 })} MB`;

const duration = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toLocaleString('en', { maximumFractionDigits: 1 })} s`;

/** The changed files of a release, its duration and the size of the site: '3 files changed in 120 ms, 4.2 MB'. */
export function releaseText({
  added,
  changed,
  removed,
  ms,
  bytes,
}: Pick<ReleaseDocument, 'added' | 'changed' | 'removed' | 'ms' | 'bytes'>): string {
  const counts = Object.entries({ added, changed, removed }).filter(([, count]) => count > 0);
  const files = counts.map(([what, count], index) =>
    index === 0 ? `${counted(count, 'file')} ${what}` : `${count.toLocaleString('en')} ${what}`,
  );
  const size = bytes === null ? '' : `, ${megabytes(bytes)} in total`;
  return `${files.join(', ') || 'No changes'} in ${duration(ms)}${size}`;
}
