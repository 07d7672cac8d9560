import { keepPreviousData, QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { selectRow } from './rows.ts';

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
