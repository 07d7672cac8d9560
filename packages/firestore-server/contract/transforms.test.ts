import { expect, it } from 'vitest';
import { describeEachSdk } from './support/each-sdk.ts';
import { plain } from './support/sdk.ts';
import type { Data, Sdk } from './support/sdk.ts';

interface TransformCase {
  fact: string;
  before?: Data;
  change: (v: Sdk['values']) => Data;
  after: Data;
}

/** Source: "Increment a numeric value", "Update elements in an array", `FieldTransform` in the API reference. */
const transforms: TransformCase[] = [
  { fact: 'increment adds', before: { n: 5 }, change: (v) => ({ n: v.increment(3) }), after: { n: 8 } },
  { fact: 'increment subtracts', before: { n: 5 }, change: (v) => ({ n: v.increment(-7) }), after: { n: -2 } },
  { fact: 'increment of a missing field sets it', before: {}, change: (v) => ({ n: v.increment(3) }), after: { n: 3 } },
  {
    fact: 'increment of text sets the operand',
    before: { n: 'x' },
    change: (v) => ({ n: v.increment(3) }),
    after: { n: 3 },
  },
  {
    fact: 'increment of null sets the operand',
    before: { n: null },
    change: (v) => ({ n: v.increment(3) }),
    after: { n: 3 },
  },
  {
    fact: 'increment by a double results in a double',
    before: { n: 1 },
    change: (v) => ({ n: v.increment(0.5) }),
    after: { n: 1.5 },
  },
  {
    fact: 'increment of a double stays a double',
    before: { n: 0.5 },
    change: (v) => ({ n: v.increment(1) }),
    after: { n: 1.5 },
  },
  { fact: 'increment of NaN stays NaN', before: { n: NaN }, change: (v) => ({ n: v.increment(1) }), after: { n: NaN } },
  {
    fact: 'increment of infinity stays infinite',
    before: { n: Infinity },
    change: (v) => ({ n: v.increment(-5) }),
    after: { n: Infinity },
  },
  {
    fact: 'increment of a nested field',
    before: { m: { n: 1, x: 2 } },
    change: (v) => ({ 'm.n': v.increment(1) }),
    after: { m: { n: 2, x: 2 } },
  },
  {
    fact: 'increment creates missing maps',
    before: {},
    change: (v) => ({ 'm.n': v.increment(1) }),
    after: { m: { n: 1 } },
  },
  {
    fact: 'two increments in one update',
    before: { a: 1, b: 2 },
    change: (v) => ({ a: v.increment(1), b: v.increment(2) }),
    after: { a: 2, b: 4 },
  },
  {
    fact: 'increment beside a plain change',
    before: { n: 1, s: 'x' },
    change: (v) => ({ n: v.increment(1), s: 'y' }),
    after: { n: 2, s: 'y' },
  },
  { fact: 'maximum keeps the larger', before: { n: 5 }, change: (v) => ({ n: v.maximum(3) }), after: { n: 5 } },
  { fact: 'maximum takes the larger', before: { n: 5 }, change: (v) => ({ n: v.maximum(7.5) }), after: { n: 7.5 } },
  { fact: 'maximum of a missing field sets it', before: {}, change: (v) => ({ n: v.maximum(-1) }), after: { n: -1 } },
  { fact: 'maximum with NaN is NaN', before: { n: NaN }, change: (v) => ({ n: v.maximum(1) }), after: { n: NaN } },
  {
    fact: 'maximum of text sets the operand',
    before: { n: 'x' },
    change: (v) => ({ n: v.maximum(1) }),
    after: { n: 1 },
  },
  { fact: 'minimum keeps the smaller', before: { n: 5 }, change: (v) => ({ n: v.minimum(7) }), after: { n: 5 } },
  { fact: 'minimum takes the smaller', before: { n: 5 }, change: (v) => ({ n: v.minimum(-0.5) }), after: { n: -0.5 } },
  { fact: 'minimum of a missing field sets it', before: {}, change: (v) => ({ n: v.minimum(9) }), after: { n: 9 } },
  { fact: 'minimum with NaN is NaN', before: { n: NaN }, change: (v) => ({ n: v.minimum(1) }), after: { n: NaN } },
  {
    fact: 'arrayUnion appends missing elements, in order',
    before: { l: ['a'] },
    change: (v) => ({ l: v.arrayUnion('c', 'a', 'b') }),
    after: { l: ['a', 'c', 'b'] },
  },
  {
    fact: 'arrayUnion of a missing field creates an array',
    before: {},
    change: (v) => ({ l: v.arrayUnion(1, 2) }),
    after: { l: [1, 2] },
  },
  {
    fact: 'arrayUnion of another type replaces it',
    before: { l: 'x' },
    change: (v) => ({ l: v.arrayUnion(1) }),
    after: { l: [1] },
  },
  {
    fact: 'arrayUnion adds equal elements once',
    before: { l: [] },
    change: (v) => ({ l: v.arrayUnion(1, 1, 2) }),
    after: { l: [1, 2] },
  },
  {
    fact: 'arrayUnion keeps existing duplicates',
    before: { l: [1, 1] },
    change: (v) => ({ l: v.arrayUnion(1, 2) }),
    after: { l: [1, 1, 2] },
  },
  {
    fact: 'arrayUnion compares maps by content',
    before: { l: [{ a: 1, b: 2 }] },
    change: (v) => ({ l: v.arrayUnion({ b: 2, a: 1 }, { a: 1 }) }),
    after: { l: [{ a: 1, b: 2 }, { a: 1 }] },
  },
  {
    fact: 'arrayUnion recognizes NaN and null',
    before: { l: [NaN, null] },
    change: (v) => ({ l: v.arrayUnion(NaN, null) }),
    after: { l: [NaN, null] },
  },
  {
    fact: 'arrayUnion of existing elements changes nothing',
    before: { l: [1] },
    change: (v) => ({ l: v.arrayUnion(1) }),
    after: { l: [1] },
  },
  {
    fact: 'arrayRemove removes every occurrence',
    before: { l: [1, 2, 1, 3] },
    change: (v) => ({ l: v.arrayRemove(1) }),
    after: { l: [2, 3] },
  },
  {
    fact: 'arrayRemove removes several elements',
    before: { l: [1, 2, 3, 4] },
    change: (v) => ({ l: v.arrayRemove(2, 4, 9) }),
    after: { l: [1, 3] },
  },
  {
    fact: 'arrayRemove of a missing field creates an empty array',
    before: {},
    change: (v) => ({ l: v.arrayRemove(1) }),
    after: { l: [] },
  },
  {
    fact: 'arrayRemove of another type sets an empty array',
    before: { l: 5 },
    change: (v) => ({ l: v.arrayRemove(1) }),
    after: { l: [] },
  },
  {
    fact: 'arrayRemove compares maps by content',
    before: { l: [{ a: 1 }, { a: 2 }] },
    change: (v) => ({ l: v.arrayRemove({ a: 1 }) }),
    after: { l: [{ a: 2 }] },
  },
  {
    fact: 'arrayRemove does not match parts of elements',
    before: { l: [{ a: 1, b: 1 }] },
    change: (v) => ({ l: v.arrayRemove({ a: 1 }) }),
    after: { l: [{ a: 1, b: 1 }] },
  },
  {
    fact: 'union and remove of different fields',
    before: { x: [1], y: [1, 2] },
    change: (v) => ({ x: v.arrayUnion(2), y: v.arrayRemove(1) }),
    after: { x: [1, 2], y: [2] },
  },
];

describeEachSdk('transforms', (context) => {
  it.each(transforms)('$fact', async ({ fact, before, change, after }) => {
    const { sdk } = context();
    const path = `transforms/${fact}`;
    if (before !== undefined) await sdk.set(path, before);
    await sdk.update(path, change(sdk.values));
    expect(plain(await sdk.get(path))).toEqual(plain(after));
  });

  it('transforms in set apply to a fresh document', async () => {
    const { sdk } = context();
    await sdk.set('transforms/fresh', { n: 5, l: [1] });
    await sdk.set('transforms/fresh', { n: sdk.values.increment(2), l: sdk.values.arrayUnion(9), other: true });
    expect(await sdk.get('transforms/fresh')).toEqual({ n: 2, l: [9], other: true });
  });

  it('transforms in merge apply to the stored values', async () => {
    const { sdk } = context();
    await sdk.set('transforms/merged', { n: 5, m: { l: [1] } });
    const { increment, arrayUnion } = sdk.values;
    await sdk.set('transforms/merged', { n: increment(2), m: { l: arrayUnion(9) } }, { merge: true });
    expect(await sdk.get('transforms/merged')).toEqual({ n: 7, m: { l: [1, 9] } });
  });

  it('a merge of transforms alone creates the document', async () => {
    const { sdk } = context();
    await sdk.set('transforms/created', { n: sdk.values.increment(2) }, { merge: true });
    expect(await sdk.get('transforms/created')).toEqual({ n: 2 });
  });

  it('server timestamps have milliseconds and are equal in one commit', async () => {
    const { sdk } = context();
    const before = Date.now();
    const at = sdk.values.serverTimestamp();
    await sdk.batch([
      { set: 'transforms/time-1', data: { at, deep: { at } } },
      { set: 'transforms/time-2', data: { at } },
    ]);
    const first = plain(await sdk.get('transforms/time-1')) as {
      at: { timestamp: [number, number] };
      deep: { at: unknown };
    };
    const second = plain(await sdk.get('transforms/time-2')) as { at: unknown };
    const [seconds, nanos] = first.at.timestamp;
    expect(seconds * 1000 + nanos / 1e6).toBeGreaterThanOrEqual(before - 1);
    expect(seconds * 1000 + nanos / 1e6).toBeLessThanOrEqual(Date.now() + 1);
    expect(nanos % 1e6).toBe(0);
    expect(first.deep.at).toEqual(first.at);
    expect(second.at).toEqual(first.at);
  });

  it('increments of one document in one batch add up', async () => {
    const { sdk } = context();
    await sdk.set('transforms/sum', { n: 1 });
    const increment = { update: 'transforms/sum', data: { n: sdk.values.increment(2) } };
    await sdk.batch([increment, increment, increment]);
    expect(await sdk.get('transforms/sum')).toEqual({ n: 7 });
  });

  it('concurrent increments are all counted', async () => {
    const { sdk } = context();
    await sdk.set('transforms/concurrent', { n: 0 });
    await Promise.all(
      Array.from({ length: 50 }, () => sdk.update('transforms/concurrent', { n: sdk.values.increment(1) })),
    );
    expect(await sdk.get('transforms/concurrent')).toEqual({ n: 50 });
  });
});
