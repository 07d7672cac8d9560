import { keepPreviousData, QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { runEach, selectRow } from './list-rows.ts';

describe('selectRow', () => {
  it('returns null for unknown rows', () => {
    const parts = new Map([['a', 1]]);
    expect([selectRow('a')(parts), selectRow('b')(parts)]).toEqual([1, null]);
  });

  it.each([
    ['a part', 'a', 1],
    ['no part', 'b', null],
  ])('returns the same result while the rows change, for a row with %s', async (_, id, part) => {
    const client = new QueryClient();
    const optionsFor = (rows: string) =>
      client.defaultQueryOptions({
        queryKey: ['rows', rows],
        queryFn: () => Promise.resolve(new Map([['a', 1]])),
        select: (parts: ReadonlyMap<string, number>) => selectRow(id)(parts),
        placeholderData: keepPreviousData,
        staleTime: Infinity,
      });
    const observer = new QueryObserver(client, optionsFor('a b c'));
    const unsubscribe = observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().status).toBe('success');
    const drawn = [1, 2, 3, 4].map(() => observer.getOptimisticResult(optionsFor('a b')));
    expect(drawn.map(({ status, data }) => [status, data])).toEqual(drawn.map(() => ['success', part]));
    unsubscribe();
    client.clear();
  });
});

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
