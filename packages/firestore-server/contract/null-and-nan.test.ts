import { beforeAll, expect, it } from 'vitest';
import { describeEachSdk } from './support/each-sdk.ts';
import type { Context } from './support/each-sdk.ts';
import type { Condition, QuerySpec } from './support/sdk.ts';
import { skipOnGoogle } from './support/target.ts';

const collection = 'null-and-nan';

/** By id, ordered as their values are: null, NaN, numbers, text, arrays; `missing` has no `v`. */
const documents: Record<string, Record<string, unknown>> = {
  null: { v: null, list: [null] },
  nan: { v: NaN, list: [NaN] },
  one: { v: 1, list: [1] },
  two: { v: 2, list: [null, NaN, 2] },
  text: { v: 'x', list: ['x'] },
  array: { v: [NaN], list: [] },
  missing: { w: 1 },
};

type Fact = [fact: string, where: Condition[], found: string];

/** Source: "Query and filter data", query limitations; the operators' tables in the Firestore API reference. */
const facts: Fact[] = [
  ['== null finds null', [['v', '==', null]], 'null'],
  ['== NaN finds NaN', [['v', '==', NaN]], 'nan'],
  ['!= null finds all other values, including NaN', [['v', '!=', null]], 'nan one two text array'],
  ['!= NaN finds neither NaN nor null', [['v', '!=', NaN]], 'one two text array'],
  ['!= of a value finds NaN', [['v', '!=', 1]], 'nan two text array'],
  ['in finds no null', [['v', 'in', [null, 1]]], 'one'],
  ['in finds no NaN', [['v', 'in', [NaN, 2]]], 'two'],
  ['in of null and NaN alone finds nothing', [['v', 'in', [null, NaN]]], ''],
  ['in finds an array that contains NaN', [['v', 'in', [[NaN]]]], 'array'],
  ['not-in with null finds nothing', [['v', 'not-in', [null, 1]]], ''],
  ['not-in with NaN leaves NaN out', [['v', 'not-in', [NaN]]], 'one two text array'],
  ['not-in without NaN finds NaN', [['v', 'not-in', [1]]], 'nan two text array'],
  ['array-contains-any finds no null', [['list', 'array-contains-any', [null, 1]]], 'one'],
  ['array-contains-any finds no NaN', [['list', 'array-contains-any', [NaN, 2]]], 'two'],
  ['< is not satisfied by NaN', [['v', '<', 2]], 'one'],
  ['<= is not satisfied by NaN', [['v', '<=', 2]], 'one two'],
  ['> is not satisfied by NaN', [['v', '>', 1]], 'two'],
  ['>= is not satisfied by NaN', [['v', '>=', 1]], 'one two'],
  ['< Infinity is not satisfied by NaN', [['v', '<', Infinity]], 'one two'],
  ['> -Infinity is not satisfied by NaN', [['v', '>', -Infinity]], 'one two'],
  [
    'or ignores null in a list',
    [
      {
        or: [
          ['v', 'in', [null]],
          ['v', '==', 'x'],
        ],
      },
    ],
    'text',
  ],
];

/** Queries for the lite SDK only: the admin SDK sends another query for array-contains. */
const liteOnly: Fact[] = [
  ['array-contains finds no null', [['list', 'array-contains', null]], ''],
  ['array-contains finds no NaN', [['list', 'array-contains', NaN]], ''],
];

const ids = async ({ sdk }: Context, spec: Omit<QuerySpec, 'collection'>): Promise<string[]> =>
  (await sdk.query({ collection, ...spec })).map(({ path }) => path.split('/')[1] ?? '');
const expected = (found: string): string[] => found.split(' ').filter((id) => id !== '');
/** Source: "can use NOT_IN filters" in the integration tests of firebase-js-sdk, `api/query.test.ts`. */
const notInNaN = { emulator: 'finds NaN', hosted: 'the integration tests of firebase-js-sdk, can use NOT_IN filters' };
const seed = ({ sdk }: Context): Promise<void> =>
  sdk.batch(Object.entries(documents).map(([id, data]) => ({ set: `${collection}/${id}`, data })));

describeEachSdk('counts with null and NaN', (context) => {
  beforeAll(() => seed(context()));

  it.for(facts)('%s', async ([fact, where, found], { skip }) => {
    if (fact.startsWith('not-in with NaN')) skipOnGoogle({ skip }, notInNaN);
    expect(await context().sdk.count({ collection, where })).toBe(expected(found).length);
  });
});

// Not the full SDK: its cache matches null and NaN differently, and it then waits for an equal response of the server.
describeEachSdk(
  'null and NaN',
  (context) => {
    beforeAll(() => seed(context()));

    it.for(facts)('%s', async ([fact, where, found], { skip }) => {
      if (fact.startsWith('not-in with NaN')) skipOnGoogle({ skip }, notInNaN);
      expect((await ids(context(), { where })).sort()).toEqual(expected(found).sort());
    });

    it('an order includes null first, then NaN', async () => {
      expect(await ids(context(), { orderBy: [['v', 'asc']] })).toEqual(expected('null nan one two text array'));
    });

    it('a cursor can be at NaN', async () => {
      expect(await ids(context(), { orderBy: [['v', 'asc']], startAfter: [NaN] })).toEqual(
        expected('one two text array'),
      );
    });
  },
  ['admin', 'lite'],
);

describeEachSdk(
  'null and NaN in array-contains',
  (context) => {
    beforeAll(() => seed(context()));

    it.each(liteOnly)('%s', async (_, where, found) => {
      expect(await ids(context(), { where })).toEqual(expected(found));
    });
  },
  ['lite'],
);
