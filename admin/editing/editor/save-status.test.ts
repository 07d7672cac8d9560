import { describe, expect, it } from 'vitest';
import { statusLine, type DraftStatus, type SaveStatus } from './save-status.ts';
import type { LiveState } from './live.queries.ts';

const at = new Date();
const online = { isDirty: true, draft: null, live: null, isOnline: true, savedAt: null };
const unreachable: SaveStatus = { type: 'failed', failure: { ok: false, reason: 'unreachable', message: '' } };
const saved: SaveStatus = { type: 'saved', at };
const clock = at.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });

describe('statusLine', () => {
  it.each<[string, SaveStatus, boolean, LiveState | null, object]>([
    ['nothing changed', { type: 'idle' }, false, null, { tone: 'quiet', text: `Saved ${clock}` }],
    ['typing', { type: 'idle' }, true, null, { tone: 'waiting', text: 'Unsaved changes' }],
    ['saving', { type: 'saving' }, true, null, { tone: 'busy', text: 'Saving…' }],
    ['saved a draft', saved, false, { type: 'not-published' }, { tone: 'good', text: `Saved ${clock}` }],
    [
      'publishing',
      saved,
      false,
      { type: 'publishing', progress: null },
      { tone: 'busy', text: `Saved ${clock} · Publishing…` },
    ],
    ['live', saved, false, { type: 'live', ms: 120 }, { tone: 'good', text: `Saved ${clock} · Live in 0.1 s` }],
    [
      'failed to publish',
      saved,
      false,
      { type: 'failed', problems: [], shownAt: null },
      { tone: 'bad', text: `Saved ${clock} · Failed` },
    ],
    ['typing again', saved, true, { type: 'live', ms: 120 }, { tone: 'waiting', text: 'Unsaved changes' }],
    [
      'one invalid field',
      { type: 'invalid', count: 1 },
      true,
      null,
      { tone: 'bad', text: 'Not saved. Check the marked field.' },
    ],
    [
      'several invalid fields',
      { type: 'invalid', count: 3 },
      true,
      null,
      { tone: 'bad', text: 'Not saved. Check the 3 marked fields.' },
    ],
    [
      'server unreachable',
      unreachable,
      true,
      null,
      {
        tone: 'bad',
        text: 'Not saved. The server could not be reached; your text is kept in this browser.',
        canRetry: true,
      },
    ],
    [
      'permission denied',
      { type: 'failed', failure: { ok: false, reason: 'denied', message: '' } },
      true,
      null,
      { tone: 'bad', text: 'Not saved. You do not have permission to do this. Ask an administrator.', canRetry: false },
    ],
  ])('describes a form: %s', (...[, status, isDirty, live, expected]) => {
    expect(statusLine(status, { ...online, isDirty, live, savedAt: at })).toEqual(expected);
  });

  it('reports that the user is offline and the text is kept', () => {
    expect(statusLine(unreachable, { ...online, isOnline: false }).text).toBe(
      'Not saved. You are offline; your text is kept in this browser.',
    );
  });

  it.each([
    [null, 'Not saved yet'],
    [new Date(2025, 1, 3, 14, 3), /^Saved .*2025/],
  ])('shows the last save: %s', (savedAt, text) => {
    expect(statusLine({ type: 'idle' }, { ...online, isDirty: false, savedAt }).text).toMatch(text);
  });

  it.each<[string, DraftStatus, object]>([
    ['pending', { isPending: true, failure: null, kept: null }, { tone: 'waiting', text: 'Unsaved changes' }],
    [
      'stored',
      { isPending: false, failure: null, kept: { at, by: null } },
      { tone: 'waiting', text: `Draft saved ${clock}` },
    ],
    [
      'stored by another user',
      { isPending: false, failure: null, kept: { at, by: 'Ada' } },
      { tone: 'waiting', text: `Draft saved ${clock} by Ada` },
    ],
    [
      'not stored',
      { isPending: true, failure: 'unreachable', kept: null },
      { tone: 'bad', text: 'Draft not saved. The server could not be reached; your text is kept in this browser.' },
    ],
  ])('describes a draft: %s', (_name, draft, expected) => {
    expect(statusLine({ type: 'idle' }, { ...online, draft })).toEqual(expected);
  });
});
