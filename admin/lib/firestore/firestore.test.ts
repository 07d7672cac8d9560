import { describe, expect, it } from 'vitest';
import { noField, serverTime } from '@frontage/model/changes/write';
import { commitBody, decode, encode, queryBody, ServerMoment, type WireValue } from './client.ts';

describe('encode and decode', () => {
  it.each<[unknown, WireValue]>([
    [null, { nullValue: null }],
    [true, { booleanValue: true }],
    ['', { stringValue: '' }],
    [7, { integerValue: '7' }],
    [-1, { integerValue: '-1' }],
    [0.5, { doubleValue: 0.5 }],
    [new ServerMoment('2026-01-02T03:04:05.123456Z'), { timestampValue: '2026-01-02T03:04:05.123456Z' }],
    [['a', 1], { arrayValue: { values: [{ stringValue: 'a' }, { integerValue: '1' }] } }],
    [{ a: { b: null } }, { mapValue: { fields: { a: { mapValue: { fields: { b: { nullValue: null } } } } } } }],
  ])('encodes and decodes %j', (value, wire) => {
    expect(encode(value)).toEqual(wire);
    expect(decode(wire)).toEqual(value);
  });

  it.each<[WireValue, unknown]>([
    [{ arrayValue: {} }, []],
    [{ mapValue: {} }, {}],
    [{ doubleValue: 'NaN' }, NaN],
    [{ bytesValue: 'AA==' } as unknown as WireValue, null],
  ])('decodes %j as %j', (wire, value) => {
    expect(decode(wire)).toEqual(value);
  });

  it.each([undefined, () => 1, Symbol('x'), 1n])('rejects %s', (value) => {
    expect(() => encode(value)).toThrow(TypeError);
  });

  it('converts a ServerMoment to a date', () => {
    expect(new ServerMoment('2026-01-02T03:04:05Z').toDate().toISOString()).toBe('2026-01-02T03:04:05.000Z');
  });
});

describe('commitBody and queryBody', () => {
  it('writes whole documents, named fields and deletions', () => {
    const data = { title: 'A', updated_at: serverTime };
    const body = commitBody('root', [
      { type: 'set', path: 'pages/a', data },
      { type: 'update', path: 'pages/b', data },
      { type: 'delete', path: 'slugs/page:a' },
      { type: 'delete', path: 'drafts/pages_a', version: '2026-01-02T03:04:05.123456Z' },
    ]);
    const update = { fields: { title: { stringValue: 'A' } } };
    const updateTransforms = [{ fieldPath: 'updated_at', setToServerValue: 'REQUEST_TIME' }];
    expect(body.writes).toEqual([
      { update: { name: 'root/pages/a', ...update }, updateTransforms },
      {
        update: { name: 'root/pages/b', ...update },
        updateTransforms,
        updateMask: { fieldPaths: ['title'] },
        currentDocument: { exists: true },
      },
      { delete: 'root/slugs/page:a' },
      { delete: 'root/drafts/pages_a', currentDocument: { updateTime: '2026-01-02T03:04:05.123456Z' } },
    ]);
  });

  it('removes a field of an update by naming it without a value', () => {
    const [update] = commitBody('root', [
      { type: 'update', path: 'pages/a', data: { lead: 'x', summary: noField } },
    ]).writes;
    expect(update).toMatchObject({
      update: { fields: { lead: { stringValue: 'x' } } },
      updateMask: { fieldPaths: ['lead', 'summary'] },
    });
    expect(JSON.stringify(update)).not.toContain('"summary":');
  });

  it('queries a whole collection', () => {
    expect(queryBody('pages', {})).toEqual({ structuredQuery: { from: [{ collectionId: 'pages' }], orderBy: [] } });
  });

  it('queries a user’s newest documents', () => {
    const choice = { where: { field: 'created_by', equals: 'ada' }, newestBy: 'created_at', limit: 10 };
    expect(queryBody('pages', choice)).toEqual({
      structuredQuery: {
        from: [{ collectionId: 'pages' }],
        where: { fieldFilter: { field: { fieldPath: 'created_by' }, op: 'EQUAL', value: { stringValue: 'ada' } } },
        orderBy: [{ field: { fieldPath: 'created_at' }, direction: 'DESCENDING' }],
        limit: 10,
      },
    });
  });

  it('queries selected fields after a position in an order', () => {
    const where = [
      { field: 'document', equals: 'pages/p1' },
      { field: 'by', equals: 'ada' },
    ];
    const choice = { where, newestBy: 'rev', from: { value: 7, isIncluded: false }, fields: ['summary'] };
    const equal = (field: string, value: string) => ({
      fieldFilter: { field: { fieldPath: field }, op: 'EQUAL', value: { stringValue: value } },
    });
    expect(queryBody('revisions', choice)).toEqual({
      structuredQuery: {
        select: { fields: [{ fieldPath: 'summary' }] },
        from: [{ collectionId: 'revisions' }],
        where: { compositeFilter: { op: 'AND', filters: [equal('document', 'pages/p1'), equal('by', 'ada')] } },
        orderBy: [{ field: { fieldPath: 'rev' }, direction: 'DESCENDING' }],
        startAt: { values: [{ integerValue: '7' }], before: false },
      },
    });
  });

  it('queries a range from an exact position among equal values', () => {
    const choice = { newestBy: 'at', from: { value: 7, isIncluded: false, id: 'e1' }, until: 5 };
    expect(queryBody('audit', choice, 'root')).toEqual({
      structuredQuery: {
        from: [{ collectionId: 'audit' }],
        orderBy: ['at', '__name__'].map((fieldPath) => ({ field: { fieldPath }, direction: 'DESCENDING' })),
        startAt: { values: [{ integerValue: '7' }, { referenceValue: 'root/audit/e1' }], before: false },
        endAt: { values: [{ integerValue: '5' }] },
      },
    });
  });

  it('queries a part of a collection after an id', () => {
    expect(queryBody('pages', { after: 'a', limit: 2 }, 'root')).toEqual({
      structuredQuery: {
        from: [{ collectionId: 'pages' }],
        orderBy: [{ field: { fieldPath: '__name__' }, direction: 'ASCENDING' }],
        startAt: { values: [{ referenceValue: 'root/pages/a' }], before: false },
        limit: 2,
      },
    });
  });

  it('queries the oldest documents', () => {
    expect(queryBody('schedules', { oldestBy: 'at' }).structuredQuery).toMatchObject({
      orderBy: [{ field: { fieldPath: 'at' }, direction: 'ASCENDING' }],
    });
  });
});
