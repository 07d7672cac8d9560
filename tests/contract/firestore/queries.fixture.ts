import type { QuerySpec, Values } from './support/sdk.ts';

/** The documents that the query facts speak of, by id. */
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

/** Source: "Perform simple and compound queries", "Order and limit data", "Paginate data with query cursors". */
export const queryFacts: QueryFact[] = [
  ['all documents come ordered by id', () => ({}), 'abcdefgh'],
  // ==
  ['== finds equal integers', () => ({ where: [['n', '==', 2]] }), 'bh'],
  ['== tells text from numbers', () => ({ where: [['n', '==', '2']] }), 'd'],
  ['== finds doubles', () => ({ where: [['n', '==', 2.5]] }), 'c'],
  ['== null finds null and not missing fields', () => ({ where: [['n', '==', null]] }), 'f'],
  ['== finds booleans', () => ({ where: [['flag', '==', true]] }), 'ach'],
  ['== finds timestamps to the microsecond', (v) => ({ where: [['at', '==', v.timestamp(20, 5000)]] }), 'c'],
  ['== finds whole arrays', () => ({ where: [['tags', '==', ['x', 'y']]] }), 'a'],
  ['== finds arrays in their order only', () => ({ where: [['tags', '==', ['y', 'x']]] }), ''],
  ['== finds empty arrays', () => ({ where: [['tags', '==', []]] }), 'c'],
  ['== finds whole maps', () => ({ where: [['m', '==', { k: 1 }]] }), 'ae'],
  ['== finds empty maps', () => ({ where: [['m', '==', {}]] }), 'g'],
  ['== finds references', (v) => ({ where: [['ref', '==', v.reference('query-things/a')]] }), 'e'],
  ['== of a nested field', () => ({ where: [['m.k', '==', 3]] }), 'ch'],
  ['== with nothing equal', () => ({ where: [['n', '==', 99]] }), ''],
  ['== on a missing field finds nothing', () => ({ where: [['nope', '==', 1]] }), ''],
  ['== on a field with a dot in its name', () => ({ where: [['`odd.name`', '==', 1]] }), 'd'],
  [
    'two == must both hold',
    () => ({
      where: [
        ['n', '==', 2],
        ['flag', '==', true],
      ],
    }),
    'h',
  ],
  [
    'contradicting == find nothing',
    () => ({
      where: [
        ['n', '==', 2],
        ['n', '==', 1],
      ],
    }),
    '',
  ],
  // !=
  ['!= leaves out null and missing fields and orders by the field', () => ({ where: [['n', '!=', 2]] }), 'aced'],
  ['!= null finds every other value', () => ({ where: [['n', '!=', null]] }), 'abhced'],
  ['!= with an order', () => ({ where: [['flag', '!=', true]], orderBy: [['flag', 'asc']] }), 'b'],
  // Inequalities
  ['< compares within a type', () => ({ where: [['n', '<', 2.5]] }), 'abh'],
  ['<= includes equals', () => ({ where: [['n', '<=', 2.5]] }), 'abhc'],
  ['> compares within a type', () => ({ where: [['n', '>', 2]] }), 'ce'],
  ['>= includes equals', () => ({ where: [['n', '>=', 2]] }), 'bhce'],
  ['> on text', () => ({ where: [['s', '>', 'delta']] }), 'chfg'],
  ['text orders by UTF-8 bytes: capitals first, accents last', () => ({ orderBy: [['s', 'asc']] }), 'eabdchfg'],
  [
    'a range on text is a prefix search',
    () => ({
      where: [
        ['s', '>=', 'b'],
        ['s', '<', 'e'],
      ],
    }),
    'bd',
  ],
  ['> on timestamps', (v) => ({ where: [['at', '>', v.timestamp(10, 0)]] }), 'bc'],
  ['< on nothing of that type', () => ({ where: [['s', '<', 5]] }), ''],
  [
    'a range on one field',
    () => ({
      where: [
        ['n', '>', 1],
        ['n', '<', 10],
      ],
    }),
    'bhc',
  ],
  [
    'an impossible range',
    () => ({
      where: [
        ['n', '>', 10],
        ['n', '<', 1],
      ],
    }),
    '',
  ],
  [
    'ranges on two fields order by both names',
    () => ({
      where: [
        ['n', '>', 1],
        ['m.k', '>', 1],
      ],
    }),
    'bhc',
  ],
  [
    'an equality beside a range',
    () => ({
      where: [
        ['flag', '==', true],
        ['n', '>', 1],
      ],
    }),
    'hc',
  ],
  // in, not-in
  ['in finds any of the values', () => ({ where: [['n', 'in', [1, 10, 99]]] }), 'ae'],
  ['in compares types', () => ({ where: [['n', 'in', ['2', 1]]] }), 'ad'],
  ['in of one value', () => ({ where: [['s', 'in', ['beta']]] }), 'b'],
  [
    'in with an equality',
    () => ({
      where: [
        ['n', 'in', [1, 2]],
        ['flag', '==', true],
      ],
    }),
    'ah',
  ],
  ['in on maps', () => ({ where: [['m', 'in', [{ k: 2 }, {}]]] }), 'bg'],
  ['in on whole arrays', () => ({ where: [['tags', 'in', [['y'], ['z', 'x']]]] }), 'bh'],
  ['not-in leaves out null and missing fields', () => ({ where: [['n', 'not-in', [1, 2]]] }), 'ced'],
  ['not-in with null finds nothing', () => ({ where: [['n', 'not-in', [1, null]]] }), ''],
  ['not-in of text', () => ({ where: [['s', 'not-in', ['alpha', 'beta', 'theta', 'zeta']]] }), 'edcg'],
  // Arrays
  ['array-contains finds members', () => ({ where: [['tags', 'array-contains', 'x']] }), 'adh'],
  [
    'array-contains ignores what is no array',
    () => ({
      where: [
        ['tags', 'array-contains', 'x'],
        ['s', '==', 'zeta'],
      ],
    }),
    '',
  ],
  ['array-contains compares types', () => ({ where: [['tags', 'array-contains', 1]] }), 'd'],
  ['array-contains finds maps', () => ({ where: [['tags', 'array-contains', { t: 1 }]] }), 'e'],
  [
    'array-contains with an equality',
    () => ({
      where: [
        ['tags', 'array-contains', 'x'],
        ['n', '==', 2],
      ],
    }),
    'h',
  ],
  [
    'array-contains-any finds each document once',
    () => ({ where: [['tags', 'array-contains-any', ['x', 'y']]] }),
    'abdh',
  ],
  ['array-contains-any of nothing there', () => ({ where: [['tags', 'array-contains-any', ['q', 7]]] }), ''],
  // Composites
  [
    'or finds either',
    () => ({
      where: [
        {
          or: [
            ['n', '==', 1],
            ['s', '==', 'zeta'],
          ],
        },
      ],
    }),
    'af',
  ],
  [
    'or of overlapping conditions finds each once',
    () => ({
      where: [
        {
          or: [
            ['n', '==', 2],
            ['flag', '==', true],
          ],
        },
      ],
    }),
    'abch',
  ],
  [
    'or inside and',
    () => ({
      where: [
        ['flag', '==', true],
        {
          or: [
            ['n', '==', 1],
            ['n', '==', 2],
          ],
        },
      ],
    }),
    'ah',
  ],
  [
    'and inside or',
    () => ({
      where: [
        {
          or: [
            {
              and: [
                ['n', '==', 2],
                ['flag', '==', true],
              ],
            },
            ['s', '==', 'éta'],
          ],
        },
      ],
    }),
    'gh',
  ],
  [
    'or with ranges orders by the field',
    () => ({
      where: [
        {
          or: [
            ['n', '<', 2],
            ['n', '>', 2],
          ],
        },
      ],
    }),
    'ace',
  ],
  [
    'or of in and array-contains',
    () => ({
      where: [
        {
          or: [
            ['n', 'in', [10]],
            ['tags', 'array-contains', 'z'],
          ],
        },
      ],
    }),
    'eh',
  ],
  [
    'or with an order leaves out documents without the field',
    () => ({
      where: [
        {
          or: [
            ['s', '==', 'éta'],
            ['s', '==', 'alpha'],
          ],
        },
      ],
      orderBy: [['n', 'asc']],
    }),
    'a',
  ],
  // Order
  ['orderBy leaves out documents without the field', () => ({ orderBy: [['n', 'asc']] }), 'fabhced'],
  ['orderBy descending turns ids around too', () => ({ orderBy: [['n', 'desc']] }), 'dechbaf'],
  [
    'orderBy two fields',
    () => ({
      orderBy: [
        ['m.k', 'asc'],
        ['s', 'desc'],
      ],
    }),
    'faebhc',
  ],
  [
    'orderBy mixed directions',
    () => ({
      orderBy: [
        ['m.k', 'desc'],
        ['s', 'asc'],
      ],
    }),
    'chbeaf',
  ],
  ['orderBy id descending', () => ({ orderBy: [['__name__', 'desc']] }), 'hgfedcba'],
  ['orderBy a field then ids descending', () => ({ where: [['n', '==', 2]], orderBy: [['__name__', 'desc']] }), 'hb'],
  // Limits
  ['limit takes the first', () => ({ orderBy: [['n', 'asc']], limit: 3 }), 'fab'],
  ['limit beyond the end', () => ({ limit: 100 }), 'abcdefgh'],
  ['limit one', () => ({ where: [['flag', '==', true]], limit: 1 }), 'a'],
  ['limitToLast takes the last, in order', () => ({ orderBy: [['n', 'asc']], limitToLast: 2 }), 'ed'],
  ['limitToLast with a range', () => ({ where: [['n', '<', 10]], orderBy: [['n', 'asc']], limitToLast: 2 }), 'hc'],
  // Cursors
  ['startAt includes the position', () => ({ orderBy: [['n', 'asc']], startAt: [2] }), 'bhced'],
  ['startAfter excludes it', () => ({ orderBy: [['n', 'asc']], startAfter: [2] }), 'ced'],
  ['endAt includes the position', () => ({ orderBy: [['n', 'asc']], endAt: [2] }), 'fabh'],
  ['endBefore excludes it', () => ({ orderBy: [['n', 'asc']], endBefore: [2] }), 'fa'],
  ['a window of two cursors', () => ({ orderBy: [['n', 'asc']], startAt: [1], endBefore: [10] }), 'abhc'],
  ['cursors follow a descending order', () => ({ orderBy: [['n', 'desc']], startAfter: [10], endAt: [2] }), 'chb'],
  ['a cursor between values', () => ({ orderBy: [['n', 'asc']], startAt: [2.1] }), 'ced'],
  ['a cursor of another type', () => ({ orderBy: [['n', 'asc']], startAt: [''] }), 'd'],
  ['a cursor at null', () => ({ orderBy: [['n', 'asc']], startAfter: [null] }), 'abhced'],
  [
    'a cursor of two fields',
    () => ({
      orderBy: [
        ['m.k', 'asc'],
        ['s', 'asc'],
      ],
      startAfter: [1, 'Epsilon'],
    }),
    'abch',
  ],
  [
    'a cursor that is a prefix of the order',
    () => ({
      orderBy: [
        ['m.k', 'asc'],
        ['s', 'asc'],
      ],
      startAt: [2],
    }),
    'bch',
  ],
  ['a cursor on ids', () => ({ orderBy: [['__name__', 'asc']], startAt: ['d'], endAt: ['f'] }), 'def'],
  ['a cursor with a limit', () => ({ orderBy: [['n', 'asc']], startAfter: [1], limit: 2 }), 'bh'],
  ['a cursor with limitToLast', () => ({ orderBy: [['n', 'asc']], endBefore: [10], limitToLast: 2 }), 'hc'],
  // Ids
  ['== on the id', () => ({ where: [['__name__', '==', 'c']] }), 'c'],
  ['in on ids', () => ({ where: [['__name__', 'in', ['h', 'a', 'nope']]] }), 'ah'],
  [
    'a range on ids',
    () => ({
      where: [
        ['__name__', '>', 'b'],
        ['__name__', '<=', 'e'],
      ],
    }),
    'cde',
  ],
  ['!= on the id', () => ({ where: [['__name__', '!=', 'c']] }), 'abdefgh'],
  ['not-in on ids', () => ({ where: [['__name__', 'not-in', ['a', 'b', 'c']]] }), 'defgh'],
];
