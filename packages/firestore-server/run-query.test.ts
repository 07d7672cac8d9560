import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldFilter } from './filter.ts';
import type { Cursor, Query } from './query.ts';
import { nameOf } from './resource-name.ts';
import { countResults, runQuery } from './run-query.ts';
import { keysOfType, sortKey } from './sort-key.ts';
import { compareValues, typeRank } from './order.ts';
import { openStore } from './store.ts';
import { GeoPoint, Reference, Timestamp, type Value, type ValueMap } from './value.ts';
import { anyValue } from './value.fixture.ts';

const project = 'demo';
const id = fc.constantFrom('a', 'b', 'B', 'é', '~', '__id1__', '__id-7__', '__id30__', '__idea', '_', 'long');
const value: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(
    null,
    true,
    false,
    1n,
    1,
    1.5,
    -0,
    0,
    Number.NaN,
    -Infinity,
    2n ** 60n,
    'a',
    'b',
    'é',
    '😀',
    '￿',
  ),
  fc.constantFrom<Value>(new Timestamp(-1, 0), new Timestamp(5, 1000), new GeoPoint(1, 2), Uint8Array.of(1, 255)),
  fc.constantFrom<Value>(new Reference(nameOf(project, 'c/a')), ['a', 1n], new Map([['k', 'v']]), 'x'.repeat(200)),
);
const fields = fc
  .tuple(fc.option(value, { nil: undefined }), fc.option(value, { nil: undefined }))
  .map(
    ([n, m]): ValueMap =>
      new Map(Object.entries({ n, m }).flatMap(([key, each]) => (each === undefined ? [] : [[key, each]]))),
  );
const documents = fc.uniqueArray(fc.record({ id, fields }), { selector: (each) => each.id, maxLength: 10 });

const field = fc.constantFrom(['n'], ['m']);
const filter: fc.Arbitrary<FieldFilter> = fc.oneof(
  fc.record({
    kind: fc.constant('field' as const),
    path: field,
    op: fc.constantFrom('==', '!=', '<', '<=', '>', '>=', 'array-contains', 'is-null', 'is-nan'),
    value,
  }),
  fc.record({
    kind: fc.constant('field' as const),
    path: fc.constant(['__name__']),
    op: fc.constantFrom('==', '<=', '>'),
    value: id.map((each) => new Reference(nameOf(project, `c/${each}`))),
  }),
);
const where = fc.oneof(
  fc.constant(null),
  filter,
  fc.record({
    kind: fc.constantFrom('and' as const, 'or' as const),
    filters: fc.array(filter, { minLength: 1, maxLength: 3 }),
  }),
);
const cursor = fc.option(
  fc.record({ key: value, id: id.map((each) => new Reference(nameOf(project, `c/${each}`))), before: fc.boolean() }),
);
const query = fc
  .record({
    where,
    by: fc.option(field),
    descending: fc.boolean(),
    start: cursor,
    end: cursor,
    offset: fc.constantFrom(0, 0, 1, 3),
    limit: fc.option(fc.nat(4)),
  })
  .map(({ by, descending, start, end, ...query }): Query => {
    const order = [...(by === null ? [] : [{ path: by, descending }]), { path: ['__name__'], descending }];
    const at = (found: typeof start): Cursor | null =>
      found && { values: by === null ? [found.id] : [found.key], before: found.before };
    const none = { select: null, aggregated: [], parent: '', collectionId: 'c', allDescendants: false };
    return { ...none, ...query, project, orderBy: order, order, startAt: at(start), endAt: at(end) };
  });

describe('runQuery', () => {
  it('finds the same results with indexes as in whole collections, now and earlier', () => {
    fc.assert(
      fc.property(documents, documents, fc.array(query, { minLength: 1, maxLength: 8 }), (before, after, queries) => {
        const stores = [0, Infinity].map((searchedWhole) => openStore({ file: ':memory:', searchedWhole }));
        const [indexed = [], whole = []] = stores.map((store) => {
          const database = store.database(project);
          const run = (view: Parameters<typeof runQuery>[0]) =>
            queries.map((each) => {
              const { documents: found, skipped } = runQuery(view, each);
              return { paths: found.map(({ path }) => path), skipped, count: countResults(view, each) };
            });
          const write = (versions: typeof before): void => {
            const time = store.tick();
            const changes = versions.map(({ id: name, fields: of }) => ({
              path: `c/${name}`,
              before: database.get(`c/${name}`),
              after: { path: `c/${name}`, fields: of, createTime: time, updateTime: time },
            }));
            database.commit({ time, changes });
          };
          write(before);
          const then = store.tick();
          const results = [run(database)];
          write(after);
          results.push(run(database), run(database.at(then)));
          store.close();
          return results;
        });
        expect(indexed).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });
});

describe('sortKey', () => {
  it('orders values as Firestore does', () => {
    fc.assert(
      fc.property(fc.oneof(value, anyValue), fc.oneof(value, anyValue), (a, b) => {
        const order = compareValues(a, b);
        const keys = Buffer.compare(sortKey(a), sortKey(b));
        expect(Math.sign(keys) * Math.sign(order)).toBeGreaterThanOrEqual(0);
        if (order === 0) expect(keys).toBe(0);
        const { from, to } = keysOfType(b);
        const isWithin = Buffer.compare(from, sortKey(a)) <= 0 && Buffer.compare(sortKey(a), to) <= 0;
        if (typeRank(a) === typeRank(b)) expect(isWithin).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
