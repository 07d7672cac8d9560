import { beforeAll, describe, expect, it } from 'vitest';
import { useRest } from './support/rest.ts';

const { ask, name } = useRest();

beforeAll(async () => {
  for (const path of ['a/1', 'a/2', 'b/1', 'a/1/below/1']) {
    const update = { name: name(path), fields: { n: { integerValue: 1 } } };
    await ask('POST', ':commit', { body: { writes: [{ update }] } });
  }
});

const field = (fieldPath: string) => ({ field: { fieldPath } });
const one = { integerValue: 1 };
const filter = { fieldFilter: { ...field('n'), op: 'EQUAL', value: one } };

/** Queries that no SDK sends. Source: the reference of `StructuredQuery` and `StructuredAggregationQuery`. */
describe('structured queries over REST', () => {
  const valid: [name: string, query: object, paths: string[]][] = [
    ['without a selector search every collection below the parent', {}, ['a/1', 'a/2', 'b/1']],
    ['without a collection id search them too', { from: [{}] }, ['a/1', 'a/2', 'b/1']],
    [
      'of all descendants search everywhere',
      { from: [{ allDescendants: true }] },
      ['a/1', 'a/1/below/1', 'a/2', 'b/1'],
    ],
    [
      'accept a cursor with a value for each order',
      { from: [{ collectionId: 'a' }], orderBy: [field('n')], startAt: { values: [one], before: true } },
      ['a/1', 'a/2'],
    ],
  ];
  it.each(valid)('queries %s', async (_, structuredQuery, paths) => {
    const { body } = await ask('POST', ':runQuery', { body: { structuredQuery } });
    const found = (body as { document: { name: string } }[]).map(({ document }) => document.name);
    expect(found.map((one) => one.split('/documents/')[1])).toEqual(paths);
  });

  const refused: [name: string, query: object][] = [
    ['fields compared across collections of any name', { where: filter }],
    [
      'a cursor of more values than orders',
      { from: [{ collectionId: 'a' }], orderBy: [field('n')], startAt: { values: [one, one] } },
    ],
    ['a cursor without any order', { from: [{ collectionId: 'a' }], startAt: { values: [one] } }],
  ];
  it.each(refused)('refuses %s', async (_, structuredQuery) => {
    const { status, body } = await ask('POST', ':runQuery', { body: { structuredQuery } });
    // Google's emulator responds to some of these queries without an array.
    expect([status, [body].flat()]).toMatchObject([400, [{ error: { status: 'INVALID_ARGUMENT' } }]]);
  });

  it.each([
    [0, '0'],
    [1, '1'],
    [9, '2'],
  ])('counts up to %i', async (upTo, count) => {
    const structuredAggregationQuery = {
      structuredQuery: { from: [{ collectionId: 'a' }] },
      aggregations: [{ alias: 'c', count: { upTo } }],
    };
    expect((await ask('POST', ':runAggregationQuery', { body: { structuredAggregationQuery } })).body).toMatchObject([
      { result: { aggregateFields: { c: { integerValue: count } } } },
    ]);
  });

  it.each([
    ['verify without a precondition', [{}]],
    ['verify twice', [{ currentDocument: { exists: true } }, { currentDocument: { exists: true } }]],
  ])('refuses to %s', async (_, writes) => {
    const body = { writes: writes.map((write) => ({ ...write, verify: name('a/1') })) };
    expect(await ask('POST', ':commit', { body })).toMatchObject({
      status: 400,
      body: { error: { status: 'INVALID_ARGUMENT' } },
    });
  });
});
