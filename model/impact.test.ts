import { describe, expect, it } from 'vitest';
import { changeWords, removalWarning, impactWords, linkedFrom, timeWords, waitPhrase } from './impact.ts';

describe('the effect of publishing', () => {
  it.each([
    [0, false, 5, 'Publishing changes no address'],
    [1, false, 5, 'This changes 1 address'],
    [3, false, 999, 'This changes 3 addresses'],
    [25, true, 80, 'This changes every page, 25 addresses, in under a second'],
    [3, false, 1_500, 'This changes 3 addresses, in about 2 seconds'],
    [10_003, true, 6_400, 'This changes every page, 10,003 addresses, in about 7 seconds'],
  ])('%i addresses, all %s, in %i ms', (...[total, all, ms, words]) => {
    expect(impactWords({ total, all }) + waitPhrase({ ms, all })).toBe(words);
  });
});

it.each([
  [80, 'in under a second'],
  [1_000, 'in about 1 second'],
  [59_001, 'in about 60 seconds'],
  [120_000, 'in about 2 minutes'],
])('%i ms are %s', (ms, words) => {
  expect(timeWords(ms)).toBe(words);
});

describe('an address that visitors link to', () => {
  const away = { path: '/page/a', change: 'removed', reason: '' } as const;
  const moved = { ...away, to: '/page/b' };
  const changed = { ...away, path: '/', change: 'changed' } as const;
  it.each([
    ['goes', [away, changed], 12, 'A URL is removed. 12 pages link here.'],
    ['moves', [moved, changed], 12, 'A URL changes. 12 pages link here; links will redirect.'],
    ['moves, linked to once', [moved], 1, 'A URL changes. 1 page links here; links will redirect.'],
    ['goes beside one that moves', [moved, away], 2, 'A URL is removed. 2 pages link here.'],
    ['is nobody’s', [away], 0, ''],
  ])('%s', (...[, changes, inbound, words]) => {
    expect(removalWarning({ changes, inbound })).toBe(words);
    expect([away, moved, changed].map(changeWords)).toEqual(['Goes away', 'Moves', 'Changes']);
  });
});

it.each<[number, string[], string]>([
  [0, [], ''],
  [3, [], ''],
  [1, ['Ada'], 'From “Ada”.'],
  [2, ['Ada', 'Babbage'], 'From “Ada”, “Babbage”.'],
  [1_206, ['A', 'B', 'C', 'D', 'E', 'F'], 'From “A”, “B”, “C”, “D”, “E” and 1,201 more.'],
])('%i pages that link, of which %j are known', (...[inbound, titles, words]) => {
  expect(linkedFrom({ inbound, links: titles.map((title) => ({ path: '/', title })) })).toBe(words);
});
