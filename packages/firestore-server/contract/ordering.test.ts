import { expect, it } from 'vitest';
import { describeEachSdk } from './support/each-sdk.ts';
import { plain } from './support/sdk.ts';
import type { Values } from './support/sdk.ts';

/**
 * Values of every type in ascending order; values in one row are equal. Source: "Supported data types", value type
 * ordering.
 */
const ascending = (v: Values): unknown[][] => [
  [null],
  [false],
  [true],
  [NaN],
  [-Infinity],
  [Number.MIN_SAFE_INTEGER],
  [-1.5],
  [-1],
  [-0, 0],
  [Number.MIN_VALUE],
  [0.5],
  [1],
  [1.1],
  [Number.MAX_SAFE_INTEGER],
  [1e300],
  [Infinity],
  [v.timestamp(-10, 0)],
  [v.timestamp(10, 0)],
  [v.timestamp(10, 1000)],
  [''],
  ['A'],
  ['B'],
  ['a'],
  ['a\u0000'],
  ['aa'],
  ['b'],
  ['é'],
  ['\uffee'],
  ['😀'],
  [v.bytes()],
  [v.bytes(0)],
  [v.bytes(0, 1)],
  [v.bytes(1)],
  [v.bytes(255)],
  [v.reference('a/b')],
  [v.reference('a/b/c/d')],
  [v.reference('a/c')],
  [v.reference('b/a')],
  [v.geoPoint(-90, 0)],
  [v.geoPoint(0, -10)],
  [v.geoPoint(0, 10)],
  [v.geoPoint(1, -10)],
  [[]],
  [[1]],
  [[1, 1]],
  [[1, 'a']],
  [[2]],
  [['a']],
  [v.vector(100)],
  [v.vector(1, 2)],
  [v.vector(1, 3)],
  [{}],
  [{ a: 1 }],
  [{ a: 1, b: 1 }],
  [{ a: 2 }],
  [{ a: 'x' }],
  [{ b: 0 }],
];

describeEachSdk('ordering', (context) => {
  it('orders values of all types as documented, in both directions', async () => {
    const { sdk } = context();
    const rows = ascending(sdk.values);
    const writes = rows.flatMap((row, i) =>
      row.map((value, j) => ({
        set: `ordering/${String((i * 37 + j) % 100).padStart(3, '0')}-${i}-${j}`,
        data: { v: value, rank: i },
      })),
    );
    await sdk.batch(writes);
    const up = await sdk.query({ collection: 'ordering', orderBy: [['v', 'asc']] });
    expect(up.map(({ data }) => data['rank'])).toEqual(rows.flatMap((row, i) => row.map(() => i)));
    const down = await sdk.query({ collection: 'ordering', orderBy: [['v', 'desc']] });
    expect(down.map(({ path }) => path)).toEqual(up.map(({ path }) => path).reverse());
  });

  const cursors = ascending({
    serverTimestamp: () => null,
    increment: () => null,
    minimum: () => null,
    maximum: () => null,
    arrayUnion: () => null,
    arrayRemove: () => null,
    deleteField: () => null,
    timestamp: (seconds, nanos) => ({ seconds, nanos }),
    geoPoint: (...at) => ({ at }),
    bytes: (...bytes) => ({ bytes }),
    vector: (...numbers) => ({ numbers }),
    reference: (path) => ({ path }),
  }).map((row, rank) => [rank, JSON.stringify(plain(row[0]))] as const);

  it.each(cursors)('a cursor starts at its position (rank %i: %s)', async (rank) => {
    const { sdk } = context();
    const value = ascending(sdk.values)[rank]?.[0];
    const found = await sdk.query({ collection: 'ordering', orderBy: [['v', 'asc']], startAt: [value], limit: 1 });
    expect(found.map(({ data }) => data['rank'])).toEqual([rank]);
  });

  it('ids order by bytes, numeric ids first', async () => {
    const { sdk } = context();
    const ids = ['__id-5__', '__id2__', '__id10__', '1', '10', '2', 'A', 'Z', 'a', 'z', 'é', '日', '\uffee', '😀'];
    await sdk.batch([...ids].reverse().map((id) => ({ set: `order-of-ids/${id}`, data: {} })));
    const found = await sdk.query({ collection: 'order-of-ids' });
    expect(found.map(({ path }) => path.split('/')[1])).toEqual(ids);
  });
});
