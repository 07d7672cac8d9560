import type { QuerySpec } from './support/sdk.ts';

export const indexes = {
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

export const composite =
  /^(9 FAILED_PRECONDITION: )?The query requires an index\. You can create it here: https:\/\/console\.firebase\.google\.com\/\S+create_composite=\S+/;
export const cities = (spec: Omit<QuerySpec, 'collection'>): QuerySpec => ({ collection: 'cities', ...spec });
/** Sums over a query with an equality on `region` and a range on `range`, and whether an index serves the query. */
export const aggregated: { name: string; range: string | null; sums: string[]; isServed: boolean }[] = [
  { name: 'fields in the order of the index', range: 'founded', sums: ['wealth', 'height'], isServed: true },
  { name: 'fields in another order', range: 'founded', sums: ['height', 'wealth'], isServed: true },
  { name: 'a field twice', range: 'founded', sums: ['wealth', 'height', 'wealth'], isServed: true },
  { name: 'the field of the range too', range: 'founded', sums: ['founded', 'height', 'wealth'], isServed: true },
  { name: 'a field that equality fixes', range: 'founded', sums: ['region', 'height', 'wealth'], isServed: true },
  {
    name: 'every field of the index, without a range',
    range: null,
    sums: ['height', 'founded', 'wealth'],
    isServed: true,
  },
  { name: 'fewer fields than the index', range: 'founded', sums: ['wealth'], isServed: false },
  { name: 'a field that precedes the range', range: 'wealth', sums: ['founded', 'height'], isServed: false },
  { name: 'a field that is not in the index', range: 'founded', sums: ['wealth', 'depth'], isServed: false },
];
