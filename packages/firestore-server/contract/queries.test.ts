import { beforeAll, describe, expect, it } from 'vitest';
import { compositeFacts } from './composites.fixture.ts';
import { filterFacts } from './filters.fixture.ts';
import { orderFacts } from './orders.fixture.ts';
import { collection, documents } from './query-documents.fixture.ts';
import { describeEachSdk } from './support/each-sdk.ts';
import type { QuerySpec } from './support/sdk.ts';
import { skipOnGoogle } from './support/target.ts';

const queryFacts = [...filterFacts, ...compositeFacts, ...orderFacts];

describeEachSdk('queries', (context) => {
  beforeAll(async () => {
    const { sdk } = context();
    const all = Object.entries(documents(sdk.values));
    await sdk.batch(all.map(([id, data]) => ({ set: `${collection}/${id}`, data })));
    // Documents of other collections, which no query may find.
    await sdk.batch([
      { set: 'query-thing/a', data: { n: 2 } },
      { set: 'query-things2/a', data: { n: 2 } },
      { set: `${collection}/a/below/a`, data: { n: 2 } },
      { set: `other/x/${collection}/i`, data: { n: 2, group: true } },
    ]);
  });

  it.for(queryFacts)('%s', async ([fact, query, ids], { skip }) => {
    if (fact === 'orderBy id descending')
      skipOnGoogle({ skip }, { emulator: 'scans keys only upwards', hosted: '"Order and limit data", with an index' });
    const { sdk } = context();
    const found = await sdk.query({ collection, ...query(sdk.values) });
    expect(found.map(({ path }) => path)).toEqual([...ids].map((id) => `${collection}/${id}`));
  });

  const counted = queryFacts.filter(([fact]) => /^(==|!=|in |or |not-in|array|limit takes|a range)/.test(fact));
  it.each(counted)('count of: %s', async (_, query, ids) => {
    const { sdk } = context();
    expect(await sdk.count({ collection, ...query(sdk.values) })).toBe(ids.length);
  });

  describe('collection groups', () => {
    const cases: [fact: string, spec: Partial<QuerySpec>, paths: string[]][] = [
      ['find collections of that name anywhere', { where: [['group', '==', true]] }, [`other/x/${collection}/i`]],
      [
        'are ordered by the whole path',
        { where: [['n', '==', 2]] },
        [`other/x/${collection}/i`, `${collection}/b`, `${collection}/h`],
      ],
      ['accept orders and limits', { orderBy: [['n', 'desc']], limit: 2 }, [`${collection}/d`, `${collection}/e`]],
    ];
    it.each(cases)('%s', async (_, spec, paths) => {
      const found = await context().sdk.query({ collection, group: true, ...spec });
      expect(found.map(({ path }) => path)).toEqual(paths);
    });
  });
});
