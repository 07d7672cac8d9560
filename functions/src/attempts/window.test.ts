import { describe, expect, it } from 'vitest';
import { countAttempt, type Window } from './window.ts';

const budget = { key: 'k', max: 2, windowMs: 1_000 };

describe('counting attempts', () => {
  it.each<[string, Window | null, Window | null]>([
    ['the first', null, { count: 1, endsAt: 1_500 }],
    ['the second', { count: 1, endsAt: 900 }, { count: 2, endsAt: 900 }],
    ['one too many', { count: 2, endsAt: 900 }, null],
    ['after the window', { count: 2, endsAt: 500 }, { count: 1, endsAt: 1_500 }],
    ['one refunded', { count: 0, endsAt: 900 }, { count: 1, endsAt: 900 }],
  ])('%s', (_case, stored, expected) => {
    expect(countAttempt(stored, budget, 500)).toEqual(expected);
  });
});
