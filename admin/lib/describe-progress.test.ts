import { expect, it } from 'vitest';
import { describeProgress } from './describe-progress.ts';

it.each([
  [{ done: 4_200, total: 10_000, seconds_left: 3 }, '4,200 of 10,000 pages, 3 s left'],
  [{ done: 0, total: 1, seconds_left: null }, '0 of 1 page'],
  [{ done: 25, total: 10_000, seconds_left: null }, '25 of 10,000 pages'],
  [{ done: 25, total: 100_000, seconds_left: 89 }, '25 of 100,000 pages, 89 s left'],
  [{ done: 25, total: 100_000, seconds_left: 150 }, '25 of 100,000 pages, 3 min left'],
])('describes %o', (progress, text) => {
  expect(describeProgress(progress)).toBe(text);
});
