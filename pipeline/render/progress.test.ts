import { expect, it } from 'vitest';
import { progressOf, type Rendering } from './progress.ts';

it.each<[string, Rendering, number | null]>([
  ['nothing is known before the first', { done: 0, total: 10_000, ms: 0 }, null],
  ['the rest goes as fast', { done: 4_200, total: 10_000, ms: 2_100 }, 3],
  ['a part of a second is one', { done: 9_999, total: 10_000, ms: 5_000 }, 1],
  ['nothing is left', { done: 10_000, total: 10_000, ms: 5_000 }, 0],
  ['slow ones', { done: 25, total: 100, ms: 60_000 }, 180],
  ['faster than the clock', { done: 25, total: 100, ms: 0 }, 0],
  ['no routes at all', { done: 0, total: 0, ms: 3 }, null],
])('%s', (_name, rendering, seconds) => {
  const { done, total } = rendering;
  expect(progressOf(rendering)).toEqual({ done, total, seconds_left: seconds });
});
