import { describe, expect, it } from 'vitest';
import { countAttempt, type Window } from './rate-limit.ts';

const budget = { key: 'k', max: 2, windowMs: 1_000 };

describe('countAttempt', () => {
  it.each<[string, Window | null, Window | null]>([
    ['the first attempt', null, { count: 1, endsAt: 1_500 }],
    ['the second attempt', { count: 1, endsAt: 900 }, { count: 2, endsAt: 900 }],
    ['no attempt beyond the budget', { count: 2, endsAt: 900 }, null],
    ['an attempt after the window ended', { count: 2, endsAt: 500 }, { count: 1, endsAt: 1_500 }],
    ['an attempt after a refund', { count: 0, endsAt: 900 }, { count: 1, endsAt: 900 }],
  ])('counts %s', (_case, stored, expected) => {
    expect(countAttempt(stored, budget, 500)).toEqual(expected);
  });
});
