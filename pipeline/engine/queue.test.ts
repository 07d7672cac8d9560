import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DiskFullError } from '../release/blobs.ts';
import { openQueue } from './queue.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

interface Load {
  bursts: number;
  size: number;
  /** Milliseconds between two bursts. */
  between: number;
  /** Milliseconds that a publish takes. */
  takes?: number;
}

/** Opens a queue whose publishes take `takes` milliseconds, and records the number of documents of each publish. */
function open(takes = 0) {
  const steps: number[] = [];
  const queue = openQueue<null>({
    publish: (documents) => {
      steps.push(documents.length);
      return takes === 0 ? Promise.resolve(null) : new Promise((resolve) => setTimeout(() => resolve(null), takes));
    },
    withdraw: () => Promise.resolve(),
    isKnown: () => true,
    onUrgent: () => undefined,
    onFailure: () => undefined,
  });
  return { queue, steps };
}

/** Queues bursts of documents. Returns the number of documents of each publish. */
async function stepsOf({ bursts, size, between, takes }: Load) {
  const { queue, steps } = open(takes);
  const done: Promise<unknown>[] = [];
  for (let burst = 0; burst < bursts; burst += 1) {
    for (let index = 0; index < size; index += 1) done.push(queue.publish([`pages/${String(burst)}-${String(index)}`]));
    await vi.advanceTimersByTimeAsync(between);
  }
  await vi.runAllTimersAsync();
  await Promise.all(done);
  return steps;
}

it.each<[string, () => Error, number[]]>([
  ['grow after a failure', () => new Error('Refused'), [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]],
  ['stay short while the disk is full', () => new DiskFullError('Full'), Array.from({ length: 7 }, () => 500)],
])('the delays of retries %s', async (_, failure, expected) => {
  const delays: number[] = [];
  const queue = openQueue<null>({
    publish: () => (delays.length < expected.length ? Promise.reject(failure()) : Promise.resolve(null)),
    withdraw: () => Promise.resolve(),
    isKnown: () => true,
    onUrgent: () => undefined,
    onFailure: (_error, delay) => void delays.push(delay),
  });
  const published = queue.publish(['pages/a']);
  await vi.runAllTimersAsync();
  expect(await published).toBeNull();
  expect(delays).toEqual(expected);
});

describe('documents to publish', () => {
  it('are published without delay if they arrive one by one', async () => {
    expect(await stepsOf({ bursts: 5, size: 1, between: 20 })).toEqual([1, 1, 1, 1, 1]);
  });

  it('are published without delay if they arrive one by one in quick succession', async () => {
    expect(await stepsOf({ bursts: 200, size: 1, between: 3 })).toEqual(Array.from({ length: 200 }, () => 1));
  });

  it('are published without delay if they arrive one by one after an import', async () => {
    const { queue } = open();
    void queue.publish(Array.from({ length: 1_000 }, (_, index) => `pages/${String(index)}`));
    await vi.runAllTimersAsync();
    const waits: number[] = [];
    for (let save = 0; save < 10; save += 1) {
      const before = performance.now();
      const published = queue.publish(['pages/a']).then(() => waits.push(performance.now() - before));
      await vi.runAllTimersAsync();
      await published;
    }
    // The first one may still count as part of the import.
    expect(waits.slice(1)).toEqual(waits.slice(1).map(() => 0));
  });

  it.each([
    ['many at once', { bursts: 200, size: 50, between: 20 }, 15],
    ['some at once', { bursts: 500, size: 20, between: 40 }, 60],
    ['slowly, on a slow machine', { bursts: 1_000, size: 10, between: 200, takes: 600 }, 250],
  ])('are published in a few steps if they keep arriving: %s', async (_name, load, maxSteps) => {
    const steps = await stepsOf(load);
    expect(steps.reduce((sum, size) => sum + size, 0)).toBe(10_000);
    expect(steps.length).toBeLessThan(maxSteps);
  });
});
