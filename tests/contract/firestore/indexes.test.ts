import { AggregateField } from 'firebase-admin/firestore';
import type { Query } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdmin, openAdminFirestore } from './support/admin.ts';
import { everySdk } from './support/each-sdk.ts';
import type { QuerySpec, Sdk } from './support/sdk.ts';
import { openFirestore } from './support/target.ts';
import type { FirestoreTarget } from './support/target.ts';

const indexes = {
  indexes: [
    {
      collectionGroup: 'cities',
      queryScope: 'COLLECTION',
      fields: [
        { fieldPath: 'state', order: 'ASCENDING' },
        { fieldPath: 'population', order: 'DESCENDING' },
      ],
    },
    {
      collectionGroup: 'cities',
      queryScope: 'COLLECTION',
      fields: [
        { fieldPath: 'country', order: 'ASCENDING' },
        { fieldPath: 'population', order: 'DESCENDING' },
      ],
    },
    {
      collectionGroup: 'cities',
      queryScope: 'COLLECTION',
      fields: [
        { fieldPath: 'regions', arrayConfig: 'CONTAINS' },
        { fieldPath: 'population', order: 'ASCENDING' },
      ],
    },
    {
      collectionGroup: 'cities',
      queryScope: 'COLLECTION',
      fields: [
        { fieldPath: 'region', order: 'ASCENDING' },
        { fieldPath: 'founded', order: 'ASCENDING' },
        { fieldPath: 'wealth', order: 'DESCENDING' },
        { fieldPath: 'height', order: 'ASCENDING' },
      ],
    },
    {
      collectionGroup: 'landmarks',
      queryScope: 'COLLECTION_GROUP',
      fields: [
        { fieldPath: 'kind', order: 'ASCENDING' },
        { fieldPath: 'name', order: 'ASCENDING' },
      ],
    },
  ],
  fieldOverrides: [
    {
      collectionGroup: 'landmarks',
      fieldPath: 'name',
      indexes: [
        { order: 'ASCENDING', queryScope: 'COLLECTION' },
        { order: 'ASCENDING', queryScope: 'COLLECTION_GROUP' },
      ],
    },
    { collectionGroup: 'cities', fieldPath: 'essay', indexes: [] },
  ],
};

const composite =
  /^(9 FAILED_PRECONDITION: )?The query requires an index\. You can create it here: https:\/\/console\.firebase\.google\.com\/\S+create_composite=\S+/;
const single = (kind: string) => new RegExp(`The query requires a ${kind} index for collection \\w+ and field \\w+`);

type IndexFact = [fact: string, spec: QuerySpec, refusal: RegExp | null];

const cities = (spec: Omit<QuerySpec, 'collection'>): QuerySpec => ({ collection: 'cities', ...spec });
const landmarks = (spec: Omit<QuerySpec, 'collection'>): QuerySpec => ({
  collection: 'landmarks',
  group: true,
  ...spec,
});

const region = (range: string | null): QuerySpec =>
  cities({ where: [['region', '==', 'x'], ...(range === null ? [] : [[range, '>', 1] as const])] });

/** Source: "Index types in Cloud Firestore" (its tables of simple and compound queries), "Manage indexes". */
const facts: IndexFact[] = [
  ['no filter', cities({}), null],
  ['one equality', cities({ where: [['state', '==', 'CA']] }), null],
  [
    'several equalities are merged',
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
    'one range, ordered the other way',
    cities({ where: [['population', '>', 1]], orderBy: [['population', 'desc']] }),
    null,
  ],
  ['one order', cities({ orderBy: [['name', 'desc']] }), null],
  ['array-contains alone', cities({ where: [['regions', 'array-contains', 'west_coast']] }), null],
  [
    'array-contains with an equality is merged',
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
    'an or of equalities',
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
    'an or of which one branch lacks its index',
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
  ['a group ordered the other way', landmarks({ orderBy: [['name', 'desc']] }), single('COLLECTION_GROUP_DESC')],
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

// Only hosted Firestore and the local one check indexes; the official emulator serves every query.
describe.skipIf(process.env['FIRESTORE_EMULATOR_HOST'] !== undefined)('indexes', () => {
  let target: FirestoreTarget;
  let sdk: Sdk;
  beforeAll(async () => {
    target = await openFirestore({ indexes });
    sdk = await openAdmin(target);
  });
  afterAll(async () => {
    await sdk.close();
    await target.stop();
  });

  it.each(facts)('%s', async (_, spec, refusal) => {
    const message = await sdk.query(spec).then(
      () => null,
      (error: Error) => error.message,
    );
    if (refusal === null) expect(message).toBeNull();
    else expect(message).toMatch(refusal);
  });

  it('counting needs the index of its query', async () => {
    expect(await sdk.count(cities({ where: [['state', '==', 'CA']], orderBy: [['population', 'desc']] }))).toBe(0);
    await expect(
      sdk.count(
        cities({
          where: [
            ['state', '==', 'CA'],
            ['area', '>', 1],
          ],
        }),
      ),
    ).rejects.toThrow(/requires an index/);
  });

  it('summing needs the field summed beside the filter', async () => {
    await expect(sdk.sum(cities({ where: [['state', '==', 'CA']] }), 'area')).rejects.toThrow(/requires an index/);
    expect(await sdk.sum(cities({}), 'area')).toBe(0);
  });

  const aggregated: [what: string, spec: QuerySpec, fields: string[], served: boolean][] = [
    ['fields in the order of the index', region('founded'), ['wealth', 'height'], true],
    ['fields in another order', region('founded'), ['height', 'wealth'], true],
    ['a field twice', region('founded'), ['wealth', 'height', 'wealth'], true],
    ['the field of the range too', region('founded'), ['founded', 'height', 'wealth'], true],
    ['a field that equality fixes', region('founded'), ['region', 'height', 'wealth'], true],
    ['every field the index has, without a range', region(null), ['height', 'founded', 'wealth'], true],
    ['fewer fields than the index has', region('founded'), ['wealth'], false],
    ['a field that stands before the range', region('wealth'), ['founded', 'height'], false],
    ['a field the index lacks', region('founded'), ['wealth', 'depth'], false],
    ['one field alone', cities({}), ['wealth'], true],
    ['two fields alone', cities({}), ['wealth', 'height'], false],
  ];
  it.each(aggregated)('summing %s', async (_, spec, fields, served) => {
    const { db, close } = openAdminFirestore(target);
    const range = spec.where?.[1];
    let query: Query = db.collection('cities');
    if (spec.where !== undefined) query = query.where('region', '==', 'x');
    if (range !== undefined && Array.isArray(range)) query = query.where(String(range[0]), '>', 1);
    const sums = Object.fromEntries(fields.map((field, i) => [`s${i}`, AggregateField.sum(field)]));
    const message = await query
      .aggregate(sums)
      .get()
      .then(
        () => null,
        (error: Error) => error.message,
      );
    if (served) expect(message).toBeNull();
    else expect(message).toMatch(composite);
    await close();
  });

  it('the link holds the index that is missing', async () => {
    const error = await sdk
      .query(cities({ where: [['a', '==', 1]], orderBy: [['b', 'desc']] }))
      .catch((thrown: Error) => thrown);
    const encoded = /create_composite=(\S+)/.exec((error as Error).message)?.[1] ?? '';
    const text = Buffer.from(encoded, 'base64').toString('latin1');
    expect(text).toContain(`projects/${target.project}/databases/(default)/collectionGroups/cities/indexes/_`);
    expect(
      [...text.matchAll(/\n.(a|b|__name__)\u0010([\u0001\u0002])/g)].map(([, field, order]) => [
        field,
        order?.charCodeAt(0),
      ]),
    ).toEqual([
      ['a', 1],
      ['b', 2],
      ['__name__', 2],
    ]);
  });

  it.each(['lite', 'full'] as const)('the %s SDK hears the message too', async (name) => {
    const web = await everySdk[name](target);
    const error = await web
      .query(
        cities({
          where: [
            ['state', '==', 'CA'],
            ['area', '>', 1],
          ],
        }),
      )
      .catch((thrown: unknown) => thrown);
    expect(web.codeOf(error)).toBe('failed-precondition');
    expect((error as Error).message).toContain('The query requires an index. You can create it here: ');
    await web.close();
  });
});
