import { describe, expect, it } from 'vitest';
import { bisectFailures } from './retries.ts';

/** An operation that fails for batches with one of the `bad` numbers. `works` is whether its probe succeeds. */
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

describe('bisectFailures', () => {
  it.each<[string, number[], number]>([
    ['no item', [], 2],
    ['one item', [5], 8],
    ['the first and the last item', [0, 15], 14],
    ['all items', items, 30],
  ])('isolates %s by retrying halves', async (_, bad, tries) => {
    const attempt = operation(bad);
    expect((await bisectFailures(items, attempt)).map(({ item }) => item)).toEqual(bad);
    expect(attempt.done).toEqual(items.filter((item) => !bad.includes(item)));
    expect(attempt.tries()).toBe(tries);
  });

  it('returns the error of each failing item', async () => {
    const culprits = await bisectFailures(items, operation([3, 4]));
    expect(culprits.map(({ error }) => error)).toEqual([new Error('not 3'), new Error('not 4')]);
  });

  it('returns no item after a temporary failure', async () => {
    const attempt = operation([]);
    expect(await bisectFailures([1], attempt)).toEqual([]);
    expect(attempt.done).toEqual([1]);
  });

  it('throws without retrying when the probe fails', async () => {
    const attempt = operation([3], false);
    await expect(bisectFailures(items, attempt)).rejects.toThrow('not all');
    expect(attempt.tries()).toBe(0);
  });
});
