import { expect, it } from 'vitest';
import { createAttemptCounter } from '../rate-limit.ts';

const at = (ms: number): Date => new Date(ms);
const budget = (key: string) => ({ key, max: 2, windowMs: 100 });

it('counts by key up to the budget and restarts with each window', () => {
  const tally = createAttemptCounter(10);
  const taken = (['a', 'a', 'a', 'b'] as const).map((key) => tally.take(budget(key), at(0)));
  expect(taken).toEqual([true, true, false, true]);
  expect(tally.take(budget('a'), at(99))).toBe(false);
  expect(tally.take(budget('a'), at(100))).toBe(true);
});

it('evicts the oldest counter when the limit is exceeded', () => {
  const tally = createAttemptCounter(2);
  for (const key of ['a', 'a', 'b', 'c']) tally.take(budget(key), at(0));
  expect(tally.take(budget('a'), at(1))).toBe(true);
});
