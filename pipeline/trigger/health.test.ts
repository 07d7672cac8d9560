import { expect, it } from 'vitest';
import { openHealth, type NoteHealth } from './health.ts';

type Noted = Parameters<NoteHealth>;

const down = { message: 'down', next: 'Look' };

it.each<[string, Noted[], [told: object, failure: string | null]]>([
  ['nothing', [], [{ state: 'idle', failure: null }, null]],
  ['the source', [['source', down]], [{ state: 'unreachable', failure: down }, 'down']],
  [
    'publishing',
    [['publishing', { message: 'no' }]],
    [{ state: 'failed', failure: { message: 'no', next: null } }, 'no'],
  ],
  ['the outlet', [['outlet', down]], [{ state: 'failed', failure: down }, 'down']],
  ['telling Firestore, which cannot be told', [['notices', down]], [{ state: 'idle', failure: null }, 'down']],
  [
    'reading before all else',
    [
      ['outlet', { message: 'outlet' }],
      ['source', down],
    ],
    [{ state: 'unreachable', failure: down }, 'down'],
  ],
  [
    'what works again no more',
    [
      ['outlet', down],
      ['outlet', null],
    ],
    [{ state: 'idle', failure: null }, null],
  ],
])('tells of %s', (_, noted, expected) => {
  const health = openHealth(() => undefined);
  for (const each of noted) health.note(...each);
  expect([health.told(), health.failure()?.message ?? null]).toEqual(expected);
});

it('says once when there is something else to tell', () => {
  let news = 0;
  const health = openHealth(() => (news += 1));
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
    expect(news).toBe(expected);
  }
});
