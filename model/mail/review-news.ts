import type { Draft } from '../draft.ts';

type Reviewed = Pick<Draft, 'review' | 'note'>;

/** The change of a review by one write of its draft; null if no one needs to know. */
export type ReviewNews =
  | { news: 'submitted'; by: string; name: string | null; message: string | null }
  | { news: 'returned'; to: string; note: string }
  /** The draft went: published, or discarded. */
  | { news: 'ended'; to: string };

export function reviewNews(before: Reviewed | null, after: Reviewed | null): ReviewNews | null {
  const asked = before?.review ?? null;
  if (after === null) return asked && { news: 'ended', to: asked.by };
  if (after.review !== null) {
    if (asked?.rev === after.review.rev) return null;
    const { by, name = null, message = null } = after.review;
    return { news: 'submitted', by, name, message };
  }
  // A proposal withdrawn by its author has no note.
  return asked === null || after.note === null ? null : { news: 'returned', to: asked.by, note: after.note };
}
