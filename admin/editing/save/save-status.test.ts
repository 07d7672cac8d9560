import { describe, expect, it } from 'vitest';
import { statusLine, type SaveStatus } from './save-status.ts';
import type { LiveState } from '../live/live-state.ts';

const at = new Date(2026, 0, 1, 14, 3);
const saved: SaveStatus = { type: 'saved', at };
const clock = at.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

describe('the line at the foot of an editor', () => {
  it.each<[string, SaveStatus, boolean, LiveState | null, object]>([
    ['nothing changed', { type: 'idle' }, false, null, { tone: 'quiet', text: 'No changes' }],
    ['typing', { type: 'idle' }, true, null, { tone: 'waiting', text: 'Unsaved changes' }],
    ['saving', { type: 'saving' }, true, null, { tone: 'busy', text: 'Saving…' }],
    [
      'saved a draft',
      saved,
      false,
      { type: 'not-published' },
      { tone: 'good', text: `Saved at ${clock} · Not published` },
    ],
    [
      'on its way',
      saved,
      false,
      { type: 'publishing', progress: null },
      { tone: 'busy', text: `Saved at ${clock} · Publishing…` },
    ],
    ['live', saved, false, { type: 'live', ms: 120 }, { tone: 'good', text: `Saved at ${clock} · Live in 0.1 s` }],
    [
      'not rendered',
      saved,
      false,
      { type: 'failed', problems: [], shownAt: null },
      { tone: 'bad', text: `Saved at ${clock} · Failed` },
    ],
    ['typing again', saved, true, { type: 'live', ms: 120 }, { tone: 'waiting', text: 'Unsaved changes' }],
    [
      'one bad field',
      { type: 'invalid', count: 1 },
      true,
      null,
      { tone: 'bad', text: 'Not saved. Check the marked field.' },
    ],
    [
      'bad fields',
      { type: 'invalid', count: 3 },
      true,
      null,
      { tone: 'bad', text: 'Not saved. Check the 3 marked fields.' },
    ],
    [
      'offline',
      { type: 'failed', failure: { ok: false, reason: 'unreachable', message: '' } },
      true,
      null,
      {
        tone: 'bad',
        text: 'Not saved. The server could not be reached; your text is kept in this browser.',
        canRetry: true,
      },
    ],
    [
      'not allowed',
      { type: 'failed', failure: { ok: false, reason: 'denied', message: '' } },
      true,
      null,
      { tone: 'bad', text: 'Not saved. You do not have permission to do this.', canRetry: false },
    ],
  ])('%s', (...[, status, isDirty, live, expected]) => {
    expect(statusLine(status, { isDirty, live })).toEqual(expected);
  });
});
