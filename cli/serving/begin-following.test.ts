import { expect, it } from 'vitest';
import { beginFollowing } from './begin-following.ts';

it('tries again until there is a release, and says each time what stands against it', async () => {
  const told: unknown[] = [];
  let attempts = 0;
  const follow = (): Promise<void> => {
    attempts += 1;
    return attempts < 4 ? Promise.reject(new Error(`attempt ${String(attempts)}`)) : Promise.resolve();
  };
  await beginFollowing({ follow, onFailure: (error, retryInMs) => told.push([String(error), retryInMs]), patience: 1 });
  expect(told).toEqual([
    ['Error: attempt 1', 1],
    ['Error: attempt 2', 2],
    ['Error: attempt 3', 4],
  ]);
});
