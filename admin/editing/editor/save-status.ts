import type { SaveFailure } from '../../lib/documents/save-document.ts';
import { failureReasons, type FailureReason } from '../../lib/errors.ts';
import { describeLive, type LiveState } from './live.queries.ts';

/** The result of the last save. */
export type SaveStatus =
  | { type: 'idle' }
  | { type: 'saving' }
  | { type: 'saved'; at: Date }
  | { type: 'invalid'; count: number }
  | { type: 'failed'; failure: SaveFailure };

export type Tone = 'quiet' | 'busy' | 'waiting' | 'good' | 'bad';

export interface StatusLine {
  tone: Tone;
  text: string;
  /** Offer to try the save again. */
  canRetry?: boolean;
}

/** The storage state of a draft. */
export interface DraftStatus {
  isPending: boolean;
  failure: FailureReason | null;
  /** Time of the last change, and its author unless this user; null without a stored draft. */
  kept: { at: Date; by: string | null } | null;
}

interface StatusContext {
  isDirty: boolean;
  /** Null if unsaved changes are stored in this browser only. */
  draft: DraftStatus | null;
  live: LiveState | null;
  isOnline: boolean;
  /** Time of the last save; null before the first. */
  savedAt: Date | null;
}

const isSameDay = (a: Date, b: Date): boolean => a.toDateString() === b.toDateString();

/** 'Saved 14:02', or with the date instead of the time for another day. */
function savedText(at: Date, verb = 'Saved', now = new Date()): string {
  const time = at.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });
  if (isSameDay(at, now)) return `${verb} ${time}`;
  return `${verb} ${at.toLocaleDateString([], { day: 'numeric', month: 'short', year: 'numeric' })}`;
}

/** The status line of an editor's bar, beside 'Draft' or 'Published'. */
export function statusLine(status: SaveStatus, { isDirty, draft, live, isOnline, savedAt }: StatusContext): StatusLine {
  if (status.type === 'saving') return { tone: 'busy', text: 'Saving…' };
  if (status.type === 'failed') {
    const text = `Not saved. ${reasonFor(status.failure, isOnline)}`;
    return { tone: 'bad', text, canRetry: canRetry(status.failure) };
  }
  if (status.type === 'invalid') {
    const fields = status.count === 1 ? 'the marked field' : `the ${status.count} marked fields`;
    return { tone: 'bad', text: `Not saved. Check ${fields}.` };
  }
  if (isDirty && draft) return draftLine(draft, isOnline);
  if (isDirty) return { tone: 'waiting', text: 'Unsaved changes' };
  if (status.type === 'saved') return followedLine(status.at, live);
  return { tone: 'quiet', text: savedAt ? savedText(savedAt) : 'Not saved yet' };
}

function draftLine({ isPending, failure, kept }: DraftStatus, isOnline: boolean): StatusLine {
  if (failure !== null) return { tone: 'bad', text: `Draft not saved. ${reasonFor({ reason: failure }, isOnline)}` };
  if (isPending || kept === null) return { tone: 'waiting', text: 'Unsaved changes' };
  const by = kept.by === null ? '' : ` by ${kept.by}`;
  return { tone: 'waiting', text: savedText(kept.at, 'Draft saved') + by };
}

function followedLine(at: Date, live: LiveState | null): StatusLine {
  const liveText = live && live.type !== 'not-published' ? ` · ${describeLive(live)}` : '';
  const text = `${savedText(at)}${liveText}`;
  if (live?.type === 'publishing') return { tone: 'busy', text };
  return { tone: live?.type === 'failed' ? 'bad' : 'good', text };
}

const canRetry = ({ reason }: SaveFailure): boolean =>
  ['unreachable', 'busy', 'unexpected', 'unauthenticated'].includes(reason);

function reasonFor({ reason }: Pick<SaveFailure, 'reason'>, isOnline: boolean): string {
  switch (reason) {
    case 'conflict':
      return 'A newer version was saved in the meantime.';
    case 'draft-moved':
      return 'The draft was changed in the meantime.';
    case 'slug-taken':
      return 'Check the marked field.';
    case 'unreachable':
      return `${isOnline ? 'The server could not be reached' : 'You are offline'}; your text is kept in this browser.`;
    default:
      return failureReasons[reason].words;
  }
}
