import type { Notice } from '@frontage/model/messages';

export type NoticeKind = 'success' | 'failure' | 'info';

interface Shown extends Notice {
  kind: NoticeKind;
  /** Something that can still be done about it. */
  action?: unknown;
}

/**
 * Whether a later notice makes an earlier one old news: a failure, once there is news of the same thing, and what would be said
 * twice. What offers an action stays.
 */
export function supersedes(later: Shown, earlier: Shown): boolean {
  if (later.about !== earlier.about) return false;
  if (earlier.kind === 'failure') return true;
  return earlier.kind === later.kind && earlier.title === later.title && earlier.action === undefined;
}
