import { expect, it } from 'vitest';
import { createHealth, type NoteHealth } from './monitor.ts';

type Noted = Parameters<NoteHealth>;

const down = { message: 'down', next: 'Look' };

it.each<[string, Noted[], [notice: object, failure: string | null]]>([
  ['the idle state without failures', [], [{ state: 'idle', failure: null }, null]],
  ['a failure of the source', [['source', down]], [{ state: 'unreachable', failure: down }, 'down']],
  [
    'a failure of publishing',
    [['publishing', { message: 'no' }]],
    [{ state: 'failed', failure: { message: 'no', next: null } }, 'no'],
  ],
  ['a failure of the outlet', [['outlet', down]], [{ state: 'failed', failure: down }, 'down']],
  ['a failure of notices, which is not in the notice', [['notices', down]], [{ state: 'idle', failure: null }, 'down']],
  [
    'a failure of the source before one of the outlet',
    [
      ['outlet', { message: 'outlet' }],
      ['source', down],
    ],
    [{ state: 'unreachable', failure: down }, 'down'],
  ],
  [
    'the idle state after a failure has ended',
    [
      ['outlet', down],
      ['outlet', null],
    ],
    [{ state: 'idle', failure: null }, null],
  ],
])('reports %s', (_, noted, expected) => {
  const health = createHealth(() => undefined);
  for (const each of noted) health.note(...each);
  expect([health.notice(), health.failure()?.message ?? null]).toEqual(expected);
});

it('calls onChange once for each change of the notice', () => {
  let changes = 0;
  const health = createHealth(() => (changes += 1));
  const steps: [Noted, number][] = [
    [['outlet', down], 1],
    [['outlet', down], 1],
    [['notices', down], 1],
    [['outlet', { message: 'still down' }], 2],
    [['outlet', null], 3],
    [['outlet', null], 3],
  ];
  for (const [noted, expected] of steps) {
    health.note(...noted);
    expect(changes).toBe(expected);
  }
});
