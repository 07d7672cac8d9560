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
/** Summed fields with an equality on the region and a range on this field, and whether an index serves it. */
export const aggregated: { what: string; range: string | null; sums: string[]; isServed: boolean }[] = [
  { what: 'fields in the order of the index', range: 'founded', sums: ['wealth', 'height'], isServed: true },
  { what: 'fields in another order', range: 'founded', sums: ['height', 'wealth'], isServed: true },
  { what: 'a field twice', range: 'founded', sums: ['wealth', 'height', 'wealth'], isServed: true },
  { what: 'the field of the range too', range: 'founded', sums: ['founded', 'height', 'wealth'], isServed: true },
  { what: 'a field that equality fixes', range: 'founded', sums: ['region', 'height', 'wealth'], isServed: true },
  {
    what: 'every field the index has, without a range',
    range: null,
    sums: ['height', 'founded', 'wealth'],
    isServed: true,
  },
  { what: 'fewer fields than the index has', range: 'founded', sums: ['wealth'], isServed: false },
  { what: 'a field that stands before the range', range: 'wealth', sums: ['founded', 'height'], isServed: false },
  { what: 'a field the index lacks', range: 'founded', sums: ['wealth', 'depth'], isServed: false },
];
