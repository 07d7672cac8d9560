import type { SaveFailure } from '../../lib/documents/save-document.ts';
import { failureReasons } from '../../lib/failure-reasons.ts';
import { describeLive, type LiveState } from '../live/live-state.ts';

/** What the last save came to. */
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

const time = (at: Date): string => at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

/** What the bar at the foot of an editor says. */
export function statusLine(
  status: SaveStatus,
  { isDirty, live }: { isDirty: boolean; live: LiveState | null },
): StatusLine {
  if (status.type === 'saving') return { tone: 'busy', text: 'Saving…' };
  if (status.type === 'failed') {
    return { tone: 'bad', text: `Not saved. ${reasonFor(status.failure)}`, canRetry: canRetry(status.failure) };
  }
  if (status.type === 'invalid') {
    const fields = status.count === 1 ? 'the marked field' : `the ${status.count} marked fields`;
    return { tone: 'bad', text: `Not saved. Check ${fields}.` };
  }
  if (isDirty) return { tone: 'waiting', text: 'Unsaved changes' };
  if (status.type === 'saved') return savedLine(status.at, live);
  return { tone: 'quiet', text: 'No changes' };
}

function savedLine(at: Date, live: LiveState | null): StatusLine {
  const text = `Saved at ${time(at)}${live ? ` · ${describeLive(live)}` : ''}`;
  if (live?.type === 'publishing') return { tone: 'busy', text };
  return { tone: live?.type === 'failed' ? 'bad' : 'good', text };
}

const canRetry = ({ reason }: SaveFailure): boolean =>
  ['unreachable', 'busy', 'unexpected', 'unauthenticated'].includes(reason);

function reasonFor({ reason }: SaveFailure): string {
  switch (reason) {
    case 'conflict':
      return 'Someone else saved this in the meantime.';
    case 'slug-taken':
      return 'Another one has this slug.';
    case 'unreachable':
      return 'The server could not be reached; your text is kept in this browser.';
    default:
      return failureReasons[reason].words;
  }
}
