import type { QuerySpec, Values } from './support/sdk.ts';

/** The documents of the query facts, by id. */
export const documents = (v: Values): Record<string, Record<string, unknown>> => ({
  a: { n: 1, s: 'alpha', tags: ['x', 'y'], m: { k: 1 }, at: v.timestamp(10, 0), flag: true },
  b: { n: 2, s: 'beta', tags: ['y'], m: { k: 2 }, at: v.timestamp(20, 0), flag: false },
  c: { n: 2.5, s: 'gamma', tags: [], m: { k: 3 }, at: v.timestamp(20, 5000), flag: true },
  d: { n: '2', s: 'delta', tags: ['x', 1], 'odd.name': 1 },
  e: { n: 10, s: 'Epsilon', tags: [{ t: 1 }], m: { k: 1 }, ref: v.reference('query-things/a') },
  f: { n: null, s: 'zeta', tags: 'x', m: { k: null } },
  g: { s: 'éta', m: {} },
  h: { n: 2, s: 'theta', tags: ['z', 'x'], m: { k: 3 }, flag: true },
});

export const collection = 'query-things';

type Spec = Omit<QuerySpec, 'collection'>;

/** A query and the ids it finds, in order. */
export type QueryFact = [fact: string, query: (v: Values) => Spec, ids: string];
