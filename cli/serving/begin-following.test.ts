import { expect, it } from 'vitest';
import { followUntilStopped } from './begin-following.ts';

it('retries with growing delays until following succeeds, and reports each failure', async () => {
  const failures: unknown[] = [];
  let attempts = 0;
  const follow = (): Promise<void> => {
    attempts += 1;
    return attempts < 4 ? Promise.reject(new Error(`attempt ${String(attempts)}`)) : Promise.resolve();
  };
  await followUntilStopped({
    follow,
    onFailure: (error, retryInMs) => failures.push([String(error), retryInMs]),
    firstDelayMs: 1,
  });
  expect(failures).toEqual([
    ['Error: attempt 1', 1],
    ['Error: attempt 2', 2],
    ['Error: attempt 3', 4],
  ]);
});
