import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFirestore } from './support/target.ts';
import type { FirestoreTarget } from './support/target.ts';

let target: FirestoreTarget;
let root: string;

async function ask(path: string, body: object): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${root}${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

beforeAll(async () => {
  target = await openFirestore();
  root = `http://${target.host}:${target.port}/v1/projects/${target.project}/databases/(default)/documents`;
  for (const path of ['a/1', 'a/2', 'b/1', 'a/1/below/1']) {
    const name = `${root.slice(root.indexOf('projects/'))}/${path}`;
    await ask(':commit', { writes: [{ update: { name, fields: { n: { integerValue: 1 } } } }] });
  }
});
afterAll(() => target.stop());

const field = (fieldPath: string) => ({ field: { fieldPath } });
const one = { integerValue: 1 };
const filter = { fieldFilter: { ...field('n'), op: 'EQUAL', value: one } };

/** Queries that no SDK sends. Source: the reference of `StructuredQuery` and `StructuredAggregationQuery`. */
describe('structured queries over REST', () => {
  const found: [what: string, query: object, paths: string[]][] = [
    ['without a selector look into every collection below the parent', {}, ['a/1', 'a/2', 'b/1']],
    ['without a collection id too', { from: [{}] }, ['a/1', 'a/2', 'b/1']],
    ['of all descendants look everywhere', { from: [{ allDescendants: true }] }, ['a/1', 'a/1/below/1', 'a/2', 'b/1']],
    [
      'take a cursor of as many values as they order by',
      { from: [{ collectionId: 'a' }], orderBy: [field('n')], startAt: { values: [one], before: true } },
      ['a/1', 'a/2'],
    ],
  ];
  it.each(found)('%s', async (_, structuredQuery, paths) => {
    const { body } = await ask(':runQuery', { structuredQuery });
    const names = (body as { document: { name: string } }[]).map(({ document }) => document.name);
    expect(names.map((name) => name.split('/documents/')[1])).toEqual(paths);
  });

  const refused: [what: string, query: object][] = [
    ['fields compared across collections of any name', { where: filter }],
    [
      'a cursor of more values than orders',
      { from: [{ collectionId: 'a' }], orderBy: [field('n')], startAt: { values: [one, one] } },
    ],
    ['a cursor without any order', { from: [{ collectionId: 'a' }], startAt: { values: [one] } }],
  ];
  it.each(refused)('refuse %s', async (_, structuredQuery) => {
    expect(await ask(':runQuery', { structuredQuery })).toMatchObject({
      status: 400,
      body: [{ error: { status: 'INVALID_ARGUMENT' } }],
    });
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
    expect((await ask(':runAggregationQuery', { structuredAggregationQuery })).body).toMatchObject([
      { result: { aggregateFields: { c: { integerValue: count } } } },
    ]);
  });

  it.each([
    ['verify without a precondition', [{}]],
    ['verify twice', [{ currentDocument: { exists: true } }, { currentDocument: { exists: true } }]],
  ])('refuses to %s', async (_, writes) => {
    const verify = `${root.slice(root.indexOf('projects/'))}/a/1`;
    expect(await ask(':commit', { writes: writes.map((write) => ({ ...write, verify })) })).toMatchObject({
      status: 400,
      body: { error: { status: 'INVALID_ARGUMENT' } },
    });
  });
});
