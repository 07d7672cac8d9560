import { setTimeout as wait } from 'node:timers/promises';

/**
 * Runs `work` and settles at the next multiple of `slotMs` after the start, on success and failure: the response time
 * does not reveal differences smaller than a slot, such as that between a short read and a long one.
 */
export async function padResponseTime<T>(slotMs: number, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  try {
    return await work();
  } finally {
    await wait(slotMs - ((performance.now() - start) % slotMs));
  }
}
