import { describe, expect, it } from 'vitest';
import { bisectFailures } from './bisect-failures.ts';

/** An operation that fails for batches containing some numbers. */
function operation(bad: readonly number[], works = true) {
  const done: number[] = [];
  let tries = 0;
  return {
    done,
    tries: () => tries,
    probe: () => (works ? Promise.resolve() : Promise.reject(new Error('no'))),
    error: new Error('not all'),
    act: (items: readonly number[]) => {
      tries += 1;
      const first = items.find((item) => bad.includes(item));
      if (first !== undefined) return Promise.reject(new Error(`not ${String(first)}`));
      done.push(...items);
      return Promise.resolve();
    },
  };
}

const items = Array.from({ length: 16 }, (_, index) => index);

describe('bisecting a batch when some items fail', () => {
  it.each<[string, number[], number]>([
    ['none is a try for each half', [], 2],
    ['one is found by halving', [5], 8],
    ['the first and the last', [0, 15], 14],
    ['all', items, 30],
  ])('%s', async (_, bad, tries) => {
    const doing = operation(bad);
    expect((await bisectFailures(items, doing)).map(({ item }) => item)).toEqual(bad);
    expect(doing.done).toEqual(items.filter((item) => !bad.includes(item)));
    expect(doing.tries()).toBe(tries);
  });

  it('names each one’s own failure', async () => {
    const culprits = await bisectFailures(items, operation([3, 4]));
    expect(culprits.map(({ error }) => error)).toEqual([new Error('not 3'), new Error('not 4')]);
  });

  it('blames no item for a temporary failure', async () => {
    const doing = operation([]);
    expect(await bisectFailures([1], doing)).toEqual([]);
    expect(doing.done).toEqual([1]);
  });

  it('blames no item when the operation fails for all', async () => {
    const doing = operation([3], false);
    await expect(bisectFailures(items, doing)).rejects.toThrow('not all');
    expect(doing.tries()).toBe(0);
  });
});
