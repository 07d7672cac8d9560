import { describe, expect, it } from 'vitest';
import { GeoPoint, Reference, Timestamp } from '@frontage/firestore-server/value';
import type { Document, Value } from '@frontage/firestore-server/value';
import { describeDocumentEvent, documentEventTypes } from './document-event.ts';
import type { DocumentChange } from './document-event.ts';

const place = { project: 'demo-x', region: 'us-central1' };
const written = 'google.cloud.firestore.document.v1.written';

const documentOf = (fields: Record<string, Value>): Document => ({
  path: 'pages/a',
  fields: new Map(Object.entries(fields)),
  createTime: 1_700_000_000_000_000,
  updateTime: 1_700_000_001_500_000,
});
const changeOf = (before: Document | null, after: Document | null): DocumentChange => ({
  path: 'pages/a',
  before,
  after,
  time: '2024-01-01T00:00:00Z',
  eventId: 'e',
});

interface EventData {
  data: { value?: { fields: Record<string, unknown> }; oldValue?: object; updateMask?: { fieldPaths: string[] } };
}
const dataOf = (before: Document | null, after: Document | null) =>
  (describeDocumentEvent(changeOf(before, after), written, place) as EventData).data;

describe('documentEventTypes', () => {
  it.each([
    ['created', false, true],
    ['updated', true, true],
    ['deleted', true, false],
  ])('lists the types of a document that was %s', (kind, existed, exists) => {
    const types = documentEventTypes({ existed, exists });
    expect(types).toEqual([
      `google.cloud.firestore.document.v1.${kind}`,
      `google.cloud.firestore.document.v1.${kind}.withAuthContext`,
      written,
      `${written}.withAuthContext`,
    ]);
  });
});

describe('describeDocumentEvent', () => {
  it('contains location, document and time', () => {
    expect(describeDocumentEvent(changeOf(null, documentOf({})), written, place)).toMatchObject({
      specversion: '1.0',
      id: 'e',
      type: written,
      source: '//firestore.googleapis.com/projects/demo-x/databases/(default)',
      subject: 'documents/pages/a',
      document: 'pages/a',
      project: 'demo-x',
      location: 'us-central1',
      time: '2024-01-01T00:00:00Z',
      datacontenttype: 'application/json',
    });
  });

  it('contains the document before and after, and the changed fields', () => {
    const { value, oldValue, updateMask } = dataOf(
      documentOf({ a: 1n, b: 'x', gone: true }),
      documentOf({ a: 2n, b: 'x', more: null }),
    );
    expect(value).toEqual({
      name: 'projects/demo-x/databases/(default)/documents/pages/a',
      fields: { a: { integerValue: '2' }, b: { stringValue: 'x' }, more: { nullValue: null } },
      createTime: '2023-11-14T22:13:20Z',
      updateTime: '2023-11-14T22:13:21.500Z',
    });
    expect(oldValue).toMatchObject({ fields: { a: { integerValue: '1' } } });
    expect(updateMask).toEqual({ fieldPaths: ['a', 'gone', 'more'] });
  });

  it.each([
    ['creation', null, documentOf({}), ['value']],
    ['deletion', documentOf({}), null, ['oldValue']],
    ['update', documentOf({}), documentOf({}), ['oldValue', 'value', 'updateMask']],
  ] as const)('contains the existing values for a %s', (...[, before, after, keys]) => {
    expect(Object.keys(dataOf(before, after))).toEqual(keys);
  });

  it('contains an unknown caller if the type requires one', () => {
    expect(describeDocumentEvent(changeOf(null, documentOf({})), `${written}.withAuthContext`, place)).toMatchObject({
      authtype: 'unknown',
    });
  });

  it.each<[string, Value, object]>([
    ['null', null, { nullValue: null }],
    ['boolean', false, { booleanValue: false }],
    ['integer', 9_007_199_254_740_993n, { integerValue: '9007199254740993' }],
    ['double', 1.5, { doubleValue: 1.5 }],
    ['whole double', 2, { doubleValue: 2 }],
    ['NaN', NaN, { doubleValue: 'NaN' }],
    ['infinity', -Infinity, { doubleValue: '-Infinity' }],
    ['negative zero', -0, { doubleValue: '-0' }],
    ['text', '', { stringValue: '' }],
    ['bytes', new Uint8Array([1, 255]), { bytesValue: 'Af8=' }],
    ['time', new Timestamp(0, 1_000), { timestampValue: '1970-01-01T00:00:00.000001Z' }],
    ['reference', new Reference('projects/p/x'), { referenceValue: 'projects/p/x' }],
    ['place', new GeoPoint(1, -2), { geoPointValue: { latitude: 1, longitude: -2 } }],
    [
      'list',
      [1n, [null]],
      { arrayValue: { values: [{ integerValue: '1' }, { arrayValue: { values: [{ nullValue: null }] } }] } },
    ],
    [
      'map',
      new Map<string, Value>([['a.b', new Map()]]),
      { mapValue: { fields: { 'a.b': { mapValue: { fields: {} } } } } },
    ],
  ])('writes %s as proto3 JSON', (_kind, value, json) => {
    expect(dataOf(null, documentOf({ v: value })).value?.fields['v']).toEqual(json);
  });

  it('keeps fields of any name', () => {
    const fields = new Map<string, Value>([
      ['__proto__', 1n],
      ['constructor', 2n],
    ]);
    const data = dataOf(null, { ...documentOf({}), fields });
    expect(JSON.parse(JSON.stringify(data.value?.fields))).toEqual(
      JSON.parse('{"__proto__":{"integerValue":"1"},"constructor":{"integerValue":"2"}}'),
    );
  });
});
