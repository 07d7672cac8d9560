import { describe, expect, it } from 'vitest';
import { changeWords, removalWarning, impactWords, linkedFrom, timeWords, waitPhrase } from './impact.ts';

describe('impactWords and waitPhrase', () => {
  it.each([
    [0, false, 5, 'Publishing changes nothing on the site'],
    [1, false, 5, 'This changes 1 address'],
    [3, false, 999, 'This changes 3 addresses'],
    [25, true, 80, 'This changes every page, 25 addresses, in under a second'],
    [3, false, 1_500, 'This changes 3 addresses, in about 2 seconds'],
    [10_003, true, 6_400, 'This changes every page, 10,003 addresses, in about 7 seconds'],
  ])('describe %i addresses, all %s, in %i ms', (...[total, all, ms, words]) => {
    expect(impactWords({ total, all }) + waitPhrase({ ms, all })).toBe(words);
  });
});

it.each([
  [80, 'in under a second'],
  [1_000, 'in about 1 second'],
  [59_001, 'in about 60 seconds'],
  [120_000, 'in about 2 minutes'],
])('timeWords of %i ms is %j', (ms, words) => {
  expect(timeWords(ms)).toBe(words);
});

describe('removalWarning', () => {
  const removed = { path: '/page/a', change: 'removed', reason: '' } as const;
  const moved = { ...removed, to: '/page/b' };
  const changed = { ...removed, path: '/', change: 'changed' } as const;
  it.each([
    ['a removed address', [removed, changed], 12, 'An address is removed. 12 pages link here.'],
    ['a moved address', [moved, changed], 12, 'An address changes. 12 pages link here; the old address will redirect.'],
    [
      'a moved address with one link',
      [moved],
      1,
      'An address changes. 1 page links here; the old address will redirect.',
    ],
    ['a removed and a moved address', [moved, removed], 2, 'An address is removed. 2 pages link here.'],
    ['a removed address without links', [removed], 0, ''],
  ])('warns about %s', (...[, changes, inbound, words]) => {
    expect(removalWarning({ changes, inbound })).toBe(words);
    expect([removed, moved, changed].map(changeWords)).toEqual(['Removed', 'Moves', 'Changes']);
  });
});

it.each<[number, string[], string]>([
  [0, [], ''],
  [3, [], ''],
  [1, ['Ada'], 'Linked from “Ada”.'],
  [1, ['Ask Ada.'], 'Linked from “Ask Ada.”'],
  [2, ['Ada', 'Babbage'], 'Linked from “Ada”, “Babbage”.'],
  [1_206, ['A', 'B', 'C', 'D', 'E', 'F'], 'Linked from “A”, “B”, “C”, “D”, “E” and 1,201 more.'],
])('linkedFrom for %i linking pages, of which %j are known', (...[inbound, titles, words]) => {
  expect(linkedFrom({ inbound, links: titles.map((title) => ({ path: '/', title })) })).toBe(words);
});
