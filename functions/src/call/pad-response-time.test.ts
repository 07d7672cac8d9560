import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { padResponseTime } from './pad-response-time.ts';

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await padResponseTime(100, work).catch(() => undefined);
  return performance.now() - start;
};

describe('answerEvenly', () => {
  it.each<[string, () => Promise<unknown>, number]>([
    ['immediate work', () => Promise.resolve(1), 1],
    ['work within a slot', () => wait(50), 1],
    ['failing work', () => Promise.reject(new Error('no')), 1],
    ['work longer than a slot', () => wait(120), 2],
  ])('takes whole slots for %s', async (_case, work, slots) => {
    // Timers may fire a little early and, on a busy machine, late.
    expect(Math.floor((await timed(work)) / 100 + 0.05)).toBeGreaterThanOrEqual(slots);
  });

  it('returns the result of the work', async () => {
    expect(await padResponseTime(1, () => Promise.resolve('it'))).toBe('it');
    await expect(padResponseTime(1, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  });
});
