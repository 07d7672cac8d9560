import { beforeAll, expect, it } from 'vitest';
import { describeEachSdk } from './support/each-sdk.ts';
import type { QuerySpec } from './support/sdk.ts';

interface AggregateFact {
  fact: string;
  spec: Omit<QuerySpec, 'collection'>;
  count: number;
  sum: number;
  average: number | null;
}

const kind = (value: string): Omit<QuerySpec, 'collection'> => ({ where: [['kind', '==', value]] });

/** Source: "Summarize data with aggregation queries". */
const facts: AggregateFact[] = [
  { fact: 'of integers', spec: kind('integer'), count: 3, sum: 6, average: 2 },
  { fact: 'of doubles', spec: kind('double'), count: 2, sum: 4, average: 2 },
  {
    fact: 'of integers and doubles',
    spec: { where: [['kind', 'in', ['integer', 'double']]] },
    count: 5,
    sum: 10,
    average: 2,
  },
  { fact: 'without values that are not numbers', spec: kind('text'), count: 2, sum: 5, average: 5 },
  { fact: 'of no documents', spec: kind('nope'), count: 0, sum: 0, average: null },
  { fact: 'with NaN', spec: kind('nan'), count: 2, sum: NaN, average: NaN },
  { fact: 'with infinity', spec: kind('infinite'), count: 2, sum: Infinity, average: Infinity },
  {
    fact: 'of the documents within a limit',
    spec: { ...kind('integer'), orderBy: [['v', 'desc']], limit: 2 },
    count: 2,
    sum: 5,
    average: 2.5,
  },
  {
    fact: 'of the documents from a cursor',
    spec: { ...kind('integer'), orderBy: [['v', 'asc']], startAfter: [1] },
    count: 2,
    sum: 5,
    average: 2.5,
  },
];

describeEachSdk('aggregates', (context) => {
  beforeAll(async () => {
    const values: [string, unknown][] = [
      ['integer', 1],
      ['integer', 2],
      ['integer', 3],
      ['double', 1.5],
      ['double', 2.5],
      ['text', 'x'],
      ['text', 5],
      ['nan', NaN],
      ['nan', 1],
      ['infinite', Infinity],
      ['infinite', 1],
    ];
    await context().sdk.batch(values.map(([kind, v], i) => ({ set: `aggregates/${i}`, data: { kind, v } })));
  });

  it.each(facts)('count $fact', async ({ spec, count }) => {
    expect(await context().sdk.count({ collection: 'aggregates', ...spec })).toBe(count);
  });

  it.each(facts)('sum $fact', async ({ spec, sum }) => {
    expect(await context().sdk.sum({ collection: 'aggregates', ...spec }, 'v')).toBe(sum);
  });

  it.each(facts)('average $fact', async ({ spec, average }) => {
    expect(await context().sdk.average({ collection: 'aggregates', ...spec }, 'v')).toBe(average);
  });

  it('a sum excludes documents without the field before it applies a limit', async () => {
    const { sdk } = context();
    await sdk.batch([
      { set: 'sparse/a', data: { w: 1 } },
      { set: 'sparse/b', data: { v: 2 } },
      { set: 'sparse/c', data: { v: 3 } },
    ]);
    expect(await sdk.sum({ collection: 'sparse', limit: 2 }, 'v')).toBe(5);
    expect(await sdk.average({ collection: 'sparse', limit: 2 }, 'v')).toBe(2.5);
    expect(await sdk.count({ collection: 'sparse', limit: 2 })).toBe(2);
  });

  it('a sum beyond 64 bits is a double', async () => {
    const { sdk } = context();
    const v = Number.MAX_SAFE_INTEGER;
    await sdk.batch(Array.from({ length: 400 }, (_, i) => ({ set: `large/${i}`, data: { v } })));
    await sdk.batch(Array.from({ length: 400 }, (_, i) => ({ set: `large/x${i}`, data: { v } })));
    await sdk.batch(Array.from({ length: 400 }, (_, i) => ({ set: `large/y${i}`, data: { v } })));
    expect(await sdk.sum({ collection: 'large' }, 'v')).toBe(Number(BigInt(v) * 1200n));
    expect(Number(await sdk.average({ collection: 'large' }, 'v')) / v).toBeCloseTo(1, 12);
  });
});
