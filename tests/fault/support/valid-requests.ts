/** Valid REST requests that use most of the API, as a basis for mutations. */
export function requests(project: string): { path: string; body: object }[] {
  const root = `projects/${project}/databases/(default)/documents`;
  const field = (fieldPath: string) => ({ fieldPath });
  const everyValue = {
    a: { nullValue: null },
    b: { booleanValue: true },
    c: { integerValue: '5' },
    d: { doubleValue: 1.5 },
    e: { timestampValue: '2020-01-01T00:00:00Z' },
    f: { stringValue: 'x' },
    g: { bytesValue: 'AAEC' },
    h: { referenceValue: `${root}/a/b` },
    i: { geoPointValue: { latitude: 1, longitude: 2 } },
    j: { arrayValue: { values: [{ integerValue: '1' }, { mapValue: { fields: { x: { stringValue: 'y' } } } }] } },
    k: { mapValue: { fields: { l: { integerValue: 7 } } } },
  };
  const where = (op: string, value: object) => ({ fieldFilter: { field: field('c'), op, value } });
  return [
    {
      path: `/v1/${root}:commit`,
      body: {
        writes: [
          {
            update: { name: `${root}/fuzz/a`, fields: everyValue },
            updateMask: { fieldPaths: ['a', 'k.l', '`q r`'] },
            updateTransforms: [
              { fieldPath: 'c', increment: { integerValue: '1' } },
              { fieldPath: 't', setToServerValue: 'REQUEST_TIME' },
              { fieldPath: 'j', appendMissingElements: { values: [{ integerValue: '3' }] } },
              { fieldPath: 'n', maximum: { doubleValue: 3 } },
            ],
          },
          { delete: `${root}/fuzz/b`, currentDocument: { exists: true } },
          { verify: `${root}/fuzz/c`, currentDocument: { updateTime: '2020-01-01T00:00:00.000001Z' } },
        ],
      },
    },
    {
      path: `/v1/${root}:batchWrite`,
      body: { writes: [{ update: { name: `${root}/fuzz/d`, fields: everyValue } }], labels: { x: 'y' } },
    },
    {
      path: `/v1/${root}:batchGet`,
      body: {
        documents: [`${root}/fuzz/a`, `${root}/fuzz/none`],
        mask: { fieldPaths: ['a', 'k'] },
        newTransaction: { readOnly: {} },
      },
    },
    {
      path: `/v1/${root}:runQuery`,
      body: {
        structuredQuery: {
          select: { fields: [field('a'), field('__name__')] },
          from: [{ collectionId: 'fuzz', allDescendants: true }],
          where: {
            compositeFilter: {
              op: 'OR',
              filters: [
                where('GREATER_THAN', { integerValue: '1' }),
                where('IN', { arrayValue: { values: [{ integerValue: '1' }, { nullValue: null }] } }),
                { unaryFilter: { op: 'IS_NAN', field: field('c') } },
                {
                  compositeFilter: {
                    op: 'AND',
                    filters: [where('ARRAY_CONTAINS', { stringValue: 'x' }), where('EQUAL', { doubleValue: 'NaN' })],
                  },
                },
              ],
            },
          },
          orderBy: [{ field: field('c'), direction: 'DESCENDING' }, { field: field('__name__') }],
          startAt: { values: [{ integerValue: '9' }, { referenceValue: `${root}/fuzz/a` }], before: true },
          endAt: { values: [{ integerValue: '0' }] },
          offset: 1,
          limit: 10,
        },
      },
    },
    {
      path: `/v1/${root}:runAggregationQuery`,
      body: {
        structuredAggregationQuery: {
          structuredQuery: { from: [{ collectionId: 'fuzz' }], where: where('NOT_EQUAL', { integerValue: '4' }) },
          aggregations: [
            { alias: 'n', count: { upTo: '5' } },
            { alias: 's', sum: { field: field('c') } },
            { avg: { field: field('c') } },
          ],
        },
      },
    },
    { path: `/v1/${root}:beginTransaction`, body: { options: { readWrite: { retryTransaction: 'AAAA' } } } },
    { path: `/v1/${root}:rollback`, body: { transaction: 'AAAA' } },
    { path: `/v1/${root}:listCollectionIds`, body: { pageSize: 3, pageToken: 'x' } },
    {
      path: `/v1/${root}:partitionQuery`,
      body: { structuredQuery: { from: [{ collectionId: 'fuzz', allDescendants: true }] }, partitionCount: '3' },
    },
    { path: `/v1/${root}/fuzz?documentId=x`, body: { fields: everyValue } },
  ];
}
