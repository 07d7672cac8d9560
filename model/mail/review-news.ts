import type { Draft } from '../draft.ts';

type Reviewed = Pick<Draft, 'review' | 'note'>;

/** What has become of a review by one write of its draft; null where nothing that anybody waits for. */
export type ReviewNews =
  | { news: 'submitted'; by: string; name: string | null }
  | { news: 'returned'; to: string; note: string }
  /** The draft went: published, or discarded. */
  | { news: 'ended'; to: string };

export function reviewNews(before: Reviewed | null, after: Reviewed | null): ReviewNews | null {
  const asked = before?.review ?? null;
  if (after === null) return asked && { news: 'ended', to: asked.by };
  if (after.review !== null) {
    if (asked?.rev === after.review.rev) return null;
    return { news: 'submitted', by: after.review.by, name: after.review.name ?? null };
  }
  // Whoever takes their own proposal back leaves no note.
  return asked === null || after.note === null ? null : { news: 'returned', to: asked.by, note: after.note };
}
