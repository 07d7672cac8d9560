import { expect, it } from 'vitest';
import { batchCalls } from './batch-calls.ts';

/** Shared work whose batches fail if they contain one of the `failing` items; `done` lists all batches. */
function openWork(failing: readonly string[], retriesItemsAlone: boolean) {
  const done: string[][] = [];
  const act = async (items: readonly string[]): Promise<void> => {
    done.push([...items]);
    await Promise.resolve();
    if (items.some((item) => failing.includes(item))) throw new Error('refused');
  };
  return {
    done,
    share: batchCalls({ act, maxItems: 3, maxSize: 10, sizeOf: (item: string) => item.length, retriesItemsAlone }),
  };
}

it('batches calls that arrive while a batch runs, within the limits', async () => {
  const { share, done } = openWork([], true);
  const first = share('a');
  await Promise.resolve();
  await Promise.all([first, ...['b', 'c', 'd', 'e', 'x'.repeat(9), 'y'.repeat(20)].map(share)]);
  expect(done).toEqual([['a'], ['b', 'c', 'd'], ['e', 'x'.repeat(9)], ['y'.repeat(20)]]);
});

it.each([
  [true, ['fulfilled', 'fulfilled', 'rejected', 'fulfilled']],
  [false, ['rejected', 'rejected', 'rejected', 'fulfilled']],
])('rejects only the failing calls if items are retried alone (%s)', async (retriesItemsAlone, outcomes) => {
  const { share } = openWork(['c'], retriesItemsAlone);
  const settled = await Promise.allSettled(['a', 'b', 'c', 'd'].map(share));
  expect(settled.map(({ status }) => status)).toEqual(outcomes);
  await share('e');
});
