import type { Draft } from '../draft.ts';

type Reviewed = Pick<Draft, 'review' | 'note'>;

/** A change of a review for which an email is sent. `by` and `to` are uids. */
export type ReviewNews =
  | { news: 'submitted'; by: string; name: string | null; message: string | null }
  | { news: 'returned'; to: string; note: string }
  /** The draft was published or discarded. */
  | { news: 'ended'; to: string };

/** The change of a review by one write of its draft; null if no email is needed. */
export function reviewNews(before: Reviewed | null, after: Reviewed | null): ReviewNews | null {
  const request = before?.review ?? null;
  if (after === null) return request && { news: 'ended', to: request.by };
  if (after.review !== null) {
    if (request?.rev === after.review.rev) return null;
    const { by, name = null, message = null } = after.review;
    return { news: 'submitted', by, name, message };
  }
  // A proposal withdrawn by its author has no note.
  return request === null || after.note === null ? null : { news: 'returned', to: request.by, note: after.note };
}
