import type { Draft } from '@frontage/model/draft';
import type { ApprovedVersion, Schedule } from '@frontage/model/schedule';

/** An audit entry for a write of a draft or a schedule; it holds no content of a draft. */
export interface Approval {
  action: string;
  /** Uid; null if it is unknown. */
  actor: string | null;
  details: Readonly<Record<string, unknown>>;
}

interface Ended {
  /** The revision of the document, read after the draft was deleted. */
  rev: number;
  /** Uid of its last writer. */
  updatedBy: string | null;
  /** Whether its last write is the one that deleted the draft. */
  isSameWrite: boolean;
}

/** Describes a write of a draft. Returns null for another edit by the same writer, because these are frequent. */
export function describeDraft(before: Draft | null, after: Draft | null, ended: Ended | null): Approval | null {
  if (after === null) return before && describeEnd(before, ended);
  const { rev, updated_by: actor, review } = after;
  const isSubmitted = review !== null && (before === null || before.review?.rev !== review.rev);
  if (isSubmitted) return { action: 'draft submitted', actor, details: { rev } };
  if (before === null) return { action: 'draft created', actor, details: { rev } };
  if (before.review !== null && review === null) {
    const action = after.note === null ? 'draft withdrawn' : 'draft returned';
    return { action, actor, details: { rev, submitted_by: before.review.by } };
  }
  return before.updated_by === actor ? null : { action: 'draft changed', actor, details: { rev } };
}

function describeEnd({ rev, base_rev, updated_by, review }: Draft, ended: Ended | null): Approval {
  const details = { rev, written_by: updated_by, ...(review && { submitted_by: review.by }) };
  if (ended?.isSameWrite) return { action: 'draft published', actor: ended.updatedBy, details };
  // If the document was written again since, the write that ended the draft is unknown.
  const action = ended !== null && ended.rev > base_rev ? 'draft ended' : 'draft discarded';
  return { action, actor: null, details };
}

/** The id of the audit entry for a schedule that was carried out. */
export const carriedOutId = ({ collection, id, action, created_at }: Schedule): string =>
  `carried-out_${collection}_${id}_${action}_${Date.parse(created_at)}`;

/** The version approved by a schedule. */
export const versionOf = ({ document_rev, draft_rev, draft_digest }: ApprovedVersion) => ({
  ...(document_rev !== null && { document_rev }),
  ...(draft_rev !== null && { draft_rev }),
  ...(draft_digest !== null && { draft_digest }),
});

/** Describes a write of a schedule; null if it was carried out, which its transaction records. */
export function describeSchedule(
  before: Schedule | null,
  after: Schedule | null,
  isCarriedOut: boolean,
): Approval | null {
  if (after === null) {
    if (before === null || isCarriedOut) return null;
    const action = before.state === 'failed' ? 'schedule dismissed' : 'schedule removed';
    return { action, actor: null, details: { action: before.action, scheduled_by: before.by } };
  }
  const { action, at, by, reason } = after;
  if (after.state === 'failed') {
    return before?.state === 'failed' ? null : { action: 'schedule failed', actor: by, details: { action, reason } };
  }
  const isNew = before === null || before.created_at !== after.created_at;
  return isNew ? { action: 'scheduled', actor: by, details: { action, at, ...versionOf(after) } } : null;
}
