import type { Notice } from '@frontage/model/messages';

export type NoticeKind = 'success' | 'failure' | 'info';

interface Shown extends Notice {
  kind: NoticeKind;
  /** Something that can still be done about it. */
  action?: { over?: readonly string[] };
}

/**
 * Whether a later notice makes an earlier one old news: a failure, once there is news of the same thing, and what would be said
 * twice. What offers an action stays, until one is offered over all that it was over: a save is taken back from the revision it
 * left, so that the save before cannot be any more.
 */
export function supersedes(later: Shown, earlier: Shown): boolean {
  const [before, now] = [earlier.action?.over, later.action?.over];
  if (before && now && before.every((document) => now.includes(document))) return true;
  if (later.about !== earlier.about) return false;
  if (earlier.kind === 'failure') return true;
  return earlier.kind === later.kind && earlier.title === later.title && earlier.action === undefined;
}
