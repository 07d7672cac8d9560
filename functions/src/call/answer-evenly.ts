import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs `work` and answers at the next multiple of `slotMs` after the start, whether it succeeds or fails: differences
 * smaller than a slot, such as that between a short read and a long one, do not show in the time of the answer.
 */
export async function answerEvenly<T>(slotMs: number, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    await wait(slotMs - ((performance.now() - start) % slotMs));
  }
}
