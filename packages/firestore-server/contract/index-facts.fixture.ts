import { composite, cities } from './indexes.fixture.ts';
import type { QuerySpec } from './support/sdk.ts';

const single = (kind: string) => new RegExp(`The query requires a ${kind} index for collection \\w+ and field \\w+`);

type IndexFact = [fact: string, spec: QuerySpec, refusal: RegExp | null];

const landmarks = (spec: Omit<QuerySpec, 'collection'>): QuerySpec => ({
  collection: 'landmarks',
  group: true,
  ...spec,
});

/** Source: "Index types in Cloud Firestore" (its tables of simple and compound queries), "Manage indexes". */
export const indexFacts: IndexFact[] = [
  ['no filter', cities({}), null],
  ['one equality', cities({ where: [['state', '==', 'CA']] }), null],
  [
    'several equalities, which are merged',
    cities({
      where: [
        ['state', '==', 'CO'],
        ['name', '==', 'Denver'],
        ['x', '==', 1],
      ],
    }),
    null,
  ],
  ['one range', cities({ where: [['population', '>', 1]] }), null],
  [
    'one range in descending order',
    cities({ where: [['population', '>', 1]], orderBy: [['population', 'desc']] }),
    null,
  ],
  ['one order', cities({ orderBy: [['name', 'desc']] }), null],
  ['array-contains alone', cities({ where: [['regions', 'array-contains', 'west_coast']] }), null],
  [
    'array-contains with an equality, which are merged',
    cities({
      where: [
        ['regions', 'array-contains', 'x'],
        ['state', '==', 'CA'],
      ],
    }),
    null,
  ],
  ['in alone', cities({ where: [['country', 'in', ['USA', 'Japan']]] }), null],
  [
    'a disjunction of equalities',
    cities({
      where: [
        {
          or: [
            ['state', '==', 'CA'],
            ['name', '==', 'x'],
          ],
        },
      ],
    }),
    null,
  ],
  ['!= alone', cities({ where: [['capital', '!=', false]] }), null],
  [
    'an equality ordered by its own field',
    cities({ where: [['state', '==', 'CA']], orderBy: [['state', 'asc']] }),
    null,
  ],
  [
    'equality and order, as configured',
    cities({ where: [['state', '==', 'CA']], orderBy: [['population', 'desc']] }),
    null,
  ],
  [
    'equality and range, in the configured direction',
    cities({
      where: [
        ['state', '==', 'CA'],
        ['population', '<', 9],
      ],
      orderBy: [['population', 'desc']],
    }),
    null,
  ],
  [
    'two equalities and an order, merging two composites',
    cities({
      where: [
        ['state', '==', 'CA'],
        ['country', '==', 'USA'],
      ],
      orderBy: [['population', 'desc']],
    }),
    null,
  ],
  [
    'in and an order, as configured',
    cities({ where: [['state', 'in', ['CA', 'CO']]], orderBy: [['population', 'desc']] }),
    null,
  ],
  [
    'array-contains and an order, as configured',
    cities({ where: [['regions', 'array-contains', 'x']], orderBy: [['population', 'asc']] }),
    null,
  ],
  [
    'array-contains-any and an order, as configured',
    cities({ where: [['regions', 'array-contains-any', ['x', 'y']]], orderBy: [['population', 'asc']] }),
    null,
  ],
  [
    'equality and order in the other direction',
    cities({ where: [['state', '==', 'CA']], orderBy: [['population', 'asc']] }),
    composite,
  ],
  [
    'equality and range in the other direction',
    cities({
      where: [
        ['state', '==', 'CA'],
        ['population', '>', 9],
      ],
    }),
    composite,
  ],
  [
    'equality and range on a field without composite',
    cities({
      where: [
        ['state', '==', 'CA'],
        ['area', '>', 9],
      ],
    }),
    composite,
  ],
  [
    'a third equality that no composite covers',
    cities({
      where: [
        ['state', '==', 'CA'],
        ['x', '==', 1],
      ],
      orderBy: [['population', 'desc']],
    }),
    composite,
  ],
  [
    'two orders',
    cities({
      orderBy: [
        ['state', 'asc'],
        ['name', 'asc'],
      ],
    }),
    composite,
  ],
  [
    'two orders, one of them indexed with an equality only',
    cities({
      orderBy: [
        ['state', 'asc'],
        ['population', 'desc'],
      ],
    }),
    null,
  ],
  [
    'two orders in the wrong directions',
    cities({
      orderBy: [
        ['state', 'asc'],
        ['population', 'asc'],
      ],
    }),
    composite,
  ],
  [
    'ranges on two fields',
    cities({
      where: [
        ['area', '>', 1],
        ['population', '>', 1],
      ],
    }),
    composite,
  ],
  [
    'array-contains and an order in the other direction',
    cities({ where: [['regions', 'array-contains', 'x']], orderBy: [['population', 'desc']] }),
    composite,
  ],
  [
    'a disjunction with one branch without an index',
    cities({
      where: [
        {
          or: [
            ['state', '==', 'CA'],
            ['x', '==', 1],
          ],
        },
      ],
      orderBy: [['population', 'desc']],
    }),
    composite,
  ],
  [
    'a composite of another collection',
    { collection: 'towns', where: [['state', '==', 'CA']], orderBy: [['population', 'desc']] },
    composite,
  ],
  ['a field exempted from indexing', cities({ where: [['essay', '==', 'x']] }), single('COLLECTION_ASC')],
  ['a group without filter', landmarks({}), null],
  ['a group by a field indexed for groups', landmarks({ where: [['name', '==', 'x']] }), null],
  ['a group by another field', landmarks({ where: [['kind', '==', 'museum']] }), single('COLLECTION_GROUP_ASC')],
  ['a group in descending order', landmarks({ orderBy: [['name', 'desc']] }), single('COLLECTION_GROUP_DESC')],
  [
    'a group with a composite for groups',
    landmarks({ where: [['kind', '==', 'museum']], orderBy: [['name', 'asc']] }),
    null,
  ],
  [
    'the same query on one collection',
    { collection: 'landmarks', where: [['kind', '==', 'museum']], orderBy: [['name', 'asc']] },
    composite,
  ],
];
