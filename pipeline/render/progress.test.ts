import { expect, it } from 'vitest';
import { progressOf, type Rendering } from './render-routes.ts';

it.each<[string, Rendering, number | null]>([
  ['unknown before the first page', { done: 0, total: 10_000, ms: 0 }, null],
  ['extrapolated from the rendered pages', { done: 4_200, total: 10_000, ms: 2_100 }, 3],
  ['rounded up to a second', { done: 9_999, total: 10_000, ms: 5_000 }, 1],
  ['zero after the last page', { done: 10_000, total: 10_000, ms: 5_000 }, 0],
  ['minutes for slow pages', { done: 25, total: 100, ms: 60_000 }, 180],
  ['zero for pages faster than the clock', { done: 25, total: 100, ms: 0 }, 0],
  ['unknown without routes', { done: 0, total: 0, ms: 3 }, null],
])('estimates the remaining time: %s', (_name, rendering, seconds) => {
  const { done, total } = rendering;
  expect(progressOf(rendering)).toEqual({ done, total, seconds_left: seconds });
});
