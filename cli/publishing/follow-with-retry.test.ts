import { expect, it } from 'vitest';
import { followWithRetry } from './service.ts';

it('retries with growing delays until following succeeds, and reports each failure', async () => {
  const failures: unknown[] = [];
  let attempts = 0;
  const follow = (): Promise<void> => {
    attempts += 1;
    return attempts < 4 ? Promise.reject(new Error(`attempt ${String(attempts)}`)) : Promise.resolve();
  };
  await followWithRetry({
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
