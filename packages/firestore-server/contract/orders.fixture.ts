import type { QueryFact } from './query-documents.fixture.ts';

/** Source: "Order and limit data", "Paginate data with query cursors". */
export const orderFacts: QueryFact[] = [
  // Order
  ['orderBy leaves out documents without the field', () => ({ orderBy: [['n', 'asc']] }), 'fabhced'],
  ['orderBy descending also reverses ids', () => ({ orderBy: [['n', 'desc']] }), 'dechbaf'],
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
  ['limit beyond the end finds all', () => ({ limit: 100 }), 'abcdefgh'],
  ['limit 1 takes one', () => ({ where: [['flag', '==', true]], limit: 1 }), 'a'],
  ['limitToLast takes the last, in order', () => ({ orderBy: [['n', 'asc']], limitToLast: 2 }), 'ed'],
  ['limitToLast with a range', () => ({ where: [['n', '<', 10]], orderBy: [['n', 'asc']], limitToLast: 2 }), 'hc'],
  // Cursors
  ['startAt includes the position', () => ({ orderBy: [['n', 'asc']], startAt: [2] }), 'bhced'],
  ['startAfter excludes the position', () => ({ orderBy: [['n', 'asc']], startAfter: [2] }), 'ced'],
  ['endAt includes the position', () => ({ orderBy: [['n', 'asc']], endAt: [2] }), 'fabh'],
  ['endBefore excludes the position', () => ({ orderBy: [['n', 'asc']], endBefore: [2] }), 'fa'],
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
