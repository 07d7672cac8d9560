import { expect, it } from 'vitest';
import { followUntilStopped } from './begin-following.ts';

it('retries until there is a release, and reports each failure', async () => {
  const told: unknown[] = [];
  let attempts = 0;
  const follow = (): Promise<void> => {
    attempts += 1;
    return attempts < 4 ? Promise.reject(new Error(`attempt ${String(attempts)}`)) : Promise.resolve();
  };
  await followUntilStopped({
    follow,
    onFailure: (error, retryInMs) => told.push([String(error), retryInMs]),
    patience: 1,
  });
  expect(told).toEqual([
    ['Error: attempt 1', 1],
    ['Error: attempt 2', 2],
    ['Error: attempt 3', 4],
  ]);
});
