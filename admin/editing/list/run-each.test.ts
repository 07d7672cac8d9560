import { describe, expect, it } from 'vitest';
import { runEach } from './run-each.ts';

describe('an action on many items', () => {
  it('reports the result of each item in order, regardless of duration', async () => {
    const progress: number[] = [];
    let running = 0;
    let most = 0;
    const results = await runEach(
      [5, 1, 4, 0, 2, 3],
      async (item) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, item));
        running -= 1;
        if (item % 2 === 1) throw new Error(`odd ${item}`);
      },
      (done) => progress.push(done),
    );
    expect(results.map(({ item, error }) => [item, error instanceof Error ? error.message : null])).toEqual([
      [5, 'odd 5'],
      [1, 'odd 1'],
      [4, null],
      [0, null],
      [2, null],
      [3, 'odd 3'],
    ]);
    expect(progress).toEqual([1, 2, 3, 4, 5, 6]);
    expect(most).toBe(4);
  });

  it('does nothing without items', async () => {
    expect(
      await runEach(
        [],
        () => Promise.reject(new Error('never')),
        () => {},
      ),
    ).toEqual([]);
  });
});
