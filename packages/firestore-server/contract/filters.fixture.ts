import type { QueryFact } from './query-documents.fixture.ts';

/** Source: "Perform simple and compound queries". */
export const filterFacts: QueryFact[] = [
  ['all documents are ordered by id', () => ({}), 'abcdefgh'],
  // ==
  ['== finds equal integers', () => ({ where: [['n', '==', 2]] }), 'bh'],
  ['== distinguishes text from numbers', () => ({ where: [['n', '==', '2']] }), 'd'],
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
  ['== compares a nested field', () => ({ where: [['m.k', '==', 3]] }), 'ch'],
  ['== without an equal value finds nothing', () => ({ where: [['n', '==', 99]] }), ''],
  ['== on a missing field finds nothing', () => ({ where: [['nope', '==', 1]] }), ''],
  ['== compares a field with a dot in its name', () => ({ where: [['`odd.name`', '==', 1]] }), 'd'],
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
  ['< without a value of that type finds nothing', () => ({ where: [['s', '<', 5]] }), ''],
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
    'a contradicting range finds nothing',
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
    'array-contains ignores values that are not arrays',
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
  [
    'array-contains-any without a member finds nothing',
    () => ({ where: [['tags', 'array-contains-any', ['q', 7]]] }),
    '',
  ],
];
