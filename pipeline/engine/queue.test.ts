import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DiskFullError } from '../site/blobs.ts';
import { PostponedError } from '../render/render-routes.ts';
import { type Lane, Queue, type QueueOptions } from './queue.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** The outcome of a publish is the number of its documents. */
type Publish = QueueOptions<number>['publish'];

const published = (documents: readonly string[]) => ({ outcome: documents.length, rendered: documents.length });

const open = (publish: Publish, options: Partial<QueueOptions<number>> = {}) =>
  new Queue<number>({
    publish,
    unitOf: (path) => path,
    join: (outcomes) => outcomes.reduce((sum, outcome) => sum + outcome, 0),
    onUrgent: () => undefined,
    onFailure: () => undefined,
    ...options,
  });

/** Opens a queue whose publishes take `takes` milliseconds, and records the documents of each publish. */
function openRecording(takes = 0) {
  const steps: string[][] = [];
  const queue = open((documents) => {
    steps.push(documents);
    return new Promise((resolve) => {
      if (takes === 0) resolve(published(documents));
      else setTimeout(() => resolve(published(documents)), takes);
    });
  });
  return { queue, steps, sizes: () => steps.map(({ length }) => length) };
}

interface Load {
  bursts: number;
  size: number;
  /** Milliseconds between two bursts. */
  between: number;
  /** Milliseconds that a publish takes. */
  takes?: number;
}

/** Queues bursts of documents, one call per document. Returns the number of documents of each publish. */
async function sizesOf({ bursts, size, between, takes }: Load, lane: Lane) {
  const { queue, sizes } = openRecording(takes);
  const done: Promise<number>[] = [];
  for (let burst = 0; burst < bursts; burst += 1) {
    for (let index = 0; index < size; index += 1)
      done.push(queue.publish([`pages/${String(burst)}-${String(index)}`], lane));
    await vi.advanceTimersByTimeAsync(between);
  }
  await vi.runAllTimersAsync();
  await Promise.all(done);
  return sizes();
}

const pages = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `pages/${name}${String(index)}`);

it.each<[string, () => Error, number[]]>([
  ['grow after a failure', () => new Error('Refused'), [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]],
  ['stay short while the disk is full', () => new DiskFullError('Full'), Array.from({ length: 7 }, () => 500)],
])('the delays of retries %s', async (_, failure, expected) => {
  const delays: number[] = [];
  const queue = open(
    (documents) =>
      delays.length < expected.length ? Promise.reject(failure()) : Promise.resolve(published(documents)),
    { onFailure: (_error, delay) => void delays.push(delay) },
  );
  const done = queue.publish(['pages/a'], 'edits');
  await vi.runAllTimersAsync();
  expect(await done).toBe(1);
  expect(delays).toEqual(expected);
});

describe('edits', () => {
  it.each([20, 3])('are published without delay if they arrive every %s ms', async (between) => {
    const sizes = await sizesOf({ bursts: 200, size: 1, between }, 'edits');
    expect(sizes).toEqual(Array.from({ length: 200 }, () => 1));
  });

  it('are published in one batch if they arrive in the same tick', async () => {
    expect(await sizesOf({ bursts: 1, size: 20, between: 1 }, 'edits')).toEqual([20]);
  });

  it('come before each piece of bulk documents', async () => {
    const { queue, steps } = openRecording(100);
    const bulk = queue.publish(pages('bulk', 3_000), 'bulk');
    const done: Promise<number>[] = [];
    for (let edit = 0; edit < 3; edit += 1) {
      await vi.advanceTimersByTimeAsync(50);
      done.push(queue.publish([`pages/edit${String(edit)}`], 'edits'));
      await vi.advanceTimersByTimeAsync(150);
    }
    await vi.runAllTimersAsync();
    expect(await Promise.all([bulk, ...done])).toEqual([3_000, 1, 1, 1]);
    expect(steps.map(([first = '', ...others]) => (others.length === 0 ? first : 'piece'))).toEqual([
      'piece',
      'pages/edit0',
      'piece',
      'pages/edit1',
      'piece',
      'pages/edit2',
    ]);
  });

  it('do not hold up bulk documents, although there are always edits', async () => {
    const { queue, sizes } = openRecording(10);
    const bulk = queue.publish(pages('bulk', 5_000), 'bulk');
    for (let edit = 0; edit < 12; edit += 1) {
      void queue.publish([`pages/edit${String(edit)}`], 'edits');
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(sizes().filter((size) => size === 1_000)).toHaveLength(5);
    await vi.runAllTimersAsync();
    await bulk;
  });

  it('join the bulk documents when more arrive than one person makes, the oldest first', async () => {
    const { queue, steps, sizes } = openRecording(1_000);
    for (const path of pages('import', 300)) void queue.publish([path], 'edits');
    const edit = queue.publish(['pages/edit'], 'edits');
    await vi.runAllTimersAsync();
    expect(await edit).toBe(50);
    expect(steps[0]?.at(-1)).toBe('pages/edit');
    expect(sizes()).toEqual([50, 251]);
  });

  it('are published with the next bulk documents if they take long, and do not hold up others', async () => {
    const steps: [Lane, string[]][] = [];
    const queue = open(
      async (documents, { lane }) => {
        const isEdits = lane === 'edits';
        steps.push([lane, documents.slice(0, 3)]);
        if (isEdits && documents.includes('pages/menu')) throw new PostponedError('Long');
        if (!isEdits && steps.length === 1) {
          for (const path of ['pages/a', 'pages/l1', 'pages/menu', 'pages/l2']) void queue.publish([path], 'edits');
          await queue.urgent();
        }
        return published(documents);
      },
      { onFailure: () => expect.unreachable(), unitOf: (path) => (path.startsWith('pages/l') ? 'launch' : path) },
    );
    const imported = pages('bulk', 1_001);
    await queue.publish(imported, 'bulk');
    expect(steps).toEqual([
      ['bulk', imported.slice(0, 3)],
      ['edits', ['pages/a', 'pages/l1', 'pages/menu']],
      ['edits', ['pages/a']],
      ['edits', ['pages/l1', 'pages/l2']],
      ['edits', ['pages/menu']],
      ['bulk', ['pages/menu', imported.at(-1)]],
    ]);
    expect(queue.waiting()).toBe(0);
  });
});

describe('bulk documents', () => {
  it.each([
    ['many at once', { bursts: 200, size: 50, between: 20 }, 15],
    ['some at once', { bursts: 500, size: 20, between: 40 }, 60],
    ['slowly, on a slow machine', { bursts: 1_000, size: 10, between: 200, takes: 600 }, 250],
  ])('are published in a few pieces if they keep arriving: %s', async (_name, load, maxSteps) => {
    const sizes = await sizesOf(load, 'bulk');
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(10_000);
    expect(sizes.length).toBeLessThan(maxSteps);
  });

  it('are published together once a piece of them has changed every page', async () => {
    const sizes: number[] = [];
    const queue = open((documents) => {
      sizes.push(documents.length);
      return Promise.resolve({ outcome: documents.length, rendered: documents.length + 20_000 });
    });
    const done = queue.publish(pages('menu', 10_000), 'bulk');
    await vi.runAllTimersAsync();
    expect(await done).toBe(10_000);
    expect(sizes).toEqual([1_000, 9_000]);
  });
});
