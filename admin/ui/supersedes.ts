import type { Notice } from '@frontage/model/messages';

export type NoticeKind = 'success' | 'failure' | 'info';

interface Shown extends Notice {
  kind: NoticeKind;
  /** An action that is still possible, such as undo. */
  action?: { documents?: readonly string[] };
}

/**
 * Whether a later notice replaces an earlier one: a failure is replaced by a notice about the same subject, and
 * duplicates are merged. A notice with an action stays until a later one covers all its documents: undo works only from
 * the revision a save left, so the earlier save can no longer be undone.
 */
export function supersedes(later: Shown, earlier: Shown): boolean {
  const [before, now] = [earlier.action?.documents, later.action?.documents];
  if (before && now && before.every((document) => now.includes(document))) return true;
  if (later.about !== earlier.about) return false;
  if (earlier.kind === 'failure') return true;
  return earlier.kind === later.kind && earlier.title === later.title && earlier.action === undefined;
}
