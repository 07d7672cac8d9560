import { expect, it } from 'vitest';
import { shareWork } from './share-work.ts';

/** Work that fails for batches with one of these items. */
function openWork(failing: readonly string[], isTriedApart: boolean) {
  const done: string[][] = [];
  const act = async (items: readonly string[]): Promise<void> => {
    done.push([...items]);
    await Promise.resolve();
    if (items.some((item) => failing.includes(item))) throw new Error('refused');
  };
  return { done, share: shareWork({ act, most: 3, room: 10, sizeOf: (item: string) => item.length, isTriedApart }) };
}

it('is batched with calls that arrive meanwhile, within bounds', async () => {
  const { share, done } = openWork([], true);
  const first = share('a');
  await Promise.resolve();
  await Promise.all([first, ...['b', 'c', 'd', 'e', 'x'.repeat(9), 'y'.repeat(20)].map(share)]);
  expect(done).toEqual([['a'], ['b', 'c', 'd'], ['e', 'x'.repeat(9)], ['y'.repeat(20)]]);
});

it.each([
  [true, ['fulfilled', 'fulfilled', 'rejected', 'fulfilled']],
  [false, ['rejected', 'rejected', 'rejected', 'fulfilled']],
])('fails only the failing calls when each is retried alone (%s)', async (isTriedApart, outcomes) => {
  const { share } = openWork(['c'], isTriedApart);
  const settled = await Promise.allSettled(['a', 'b', 'c', 'd'].map(share));
  expect(settled.map(({ status }) => status)).toEqual(outcomes);
  await share('e');
});
