import type { PipelineState, Problem, ReleaseDocument } from '@frontage/model/build-state';
import { counted } from '@frontage/model/dates';
import { editorPath, kindOf, kinds } from '@frontage/model/kinds/kinds';
import { adminPaths, collections } from '@frontage/model/paths';
import { fieldLabel } from '@frontage/model/field-labels';
import { describeProgress } from '../../editing/editor/live.queries.ts';

/** A problem that keeps a document off the site: the reason, and the screen to fix it, if there is one. */
export interface SkippedContent {
  name: string;
  to: string | null;
  reason: string;
}

/** The name of a document, and its screen; null for documents without one. */
function screenOf(collection: string, id: string): { name: string; to: string } | null {
  if (collection === collections.settings) return { name: `Settings ${id}`, to: adminPaths.settings };
  // Embed code is edited with its demo.
  const kind = kindOf(collection === collections.demoEmbeds ? collections.demos : collection);
  return kind && { name: `${kinds[kind].label} ${id}`, to: editorPath(kind, id) };
}

export function skippedContent({ document, field, message }: Problem): SkippedContent {
  const reason = field === null ? message : `${fieldLabel(document, field)}: ${message}`;
  const [collection = '', ...rest] = document.split('/');
  // Routes of the site are named by their path.
  return { ...(screenOf(collection, rest.join('/')) ?? { name: document, to: null }), reason };
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
