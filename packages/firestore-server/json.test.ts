import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromJson, toJson } from './json.ts';
import { documentToProto, fromProto, mapFromProto, toProto } from './proto-value.ts';
import { decodeFields, encodeFields, typeNamed } from './proto.ts';
import { anyFields, anyValue } from './value.fixture.ts';
import { identical, identicalMaps } from './value.ts';
import type { WireDocument, WireValue } from './wire.ts';

const valueType = typeNamed('Value');
const documentType = typeNamed('Document');
const commitType = typeNamed('CommitRequest');

describe('conversion of values', () => {
  it('preserves values through JSON', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const json: unknown = JSON.parse(JSON.stringify(toJson(valueType, toProto(value))));
        expect(identical(fromProto(fromJson(valueType, json) as WireValue), value)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('preserves fields in stored form', () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        expect(identicalMaps(decodeFields(encodeFields(fields)), fields)).toBe(true);
      }),
    );
  });

  it('preserves fields in document messages', () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        const proto = documentToProto('p', { path: 'a/b', fields, createTime: 1, updateTime: 2 });
        const decoded = documentType.decode(documentType.encode(proto).finish()) as unknown as WireDocument;
        expect(identicalMaps(mapFromProto(decoded.fields), fields)).toBe(true);
      }),
    );
  });
});

describe('fromJson', () => {
  const refused: [name: string, json: unknown, message: RegExp][] = [
    ['an array for an object', [], /Invalid value at ''/],
    ['an unknown field', { nope: 1 }, /Unknown name "nope": Cannot find field/],
    ['an unknown field inside', { writes: [{ nope: 1 }] }, /Unknown name "nope" at 'writes\[0\]'/],
    ['an inherited name', { constructor: {} }, /Unknown name "constructor"/],
    ['a number for text', { database: 5 }, /Invalid value at 'database' \(TYPE_STRING\), 5/],
    ['an object for a list of objects', { writes: 'x' }, /Invalid value at 'writes/],
    ['text that is not Unicode', { database: '\ud800' }, /TYPE_STRING/],
    ['bytes that are not base64', { transaction: '*' }, /TYPE_BYTES/],
    [
      'two members of a oneof',
      { writes: [{ delete: 'a', verify: 'b' }] },
      /oneof field 'operation' is already set. Cannot set 'verify'/,
    ],
    ['an unknown enum value', { writes: [{ updateTransforms: [{ setToServerValue: 'NEVER' }] }] }, /ServerValue/],
    [
      'too large an integer',
      { writes: [{ update: { fields: { a: { integerValue: '9223372036854775808' } } } }] },
      /TYPE_INT64/,
    ],
    ['a fraction as integer', { writes: [{ update: { fields: { a: { integerValue: 1.5 } } } }] }, /TYPE_INT64/],
    [
      'an invalid day',
      { writes: [{ update: { fields: { a: { timestampValue: '2020-13-01T00:00:00Z' } } } }] },
      /Illegal timestamp format/,
    ],
  ];
  it.each(refused)('refuses %s', (_, json, message) => {
    expect(() => fromJson(commitType, json)).toThrow(message);
  });

  interface Write {
    delete: string;
    update: WireDocument;
    updateMask: { fieldPaths: string[] };
    currentDocument: { updateTime: unknown };
  }
  interface AcceptedCase {
    name: string;
    json: unknown;
    read: (message: { database: string; writes: Write[]; transaction: Uint8Array }) => unknown;
    expected: unknown;
  }
  const accepted: AcceptedCase[] = [
    {
      name: 'snake case',
      json: { writes: [{ update_mask: { field_paths: ['a'] } }] },
      read: ({ writes }) => writes[0]?.updateMask.fieldPaths,
      expected: ['a'],
    },
    { name: 'null as absent', json: { database: null }, read: ({ database }) => database, expected: '' },
    {
      name: 'null as a value',
      json: { writes: [{ update: { fields: { a: { nullValue: null } } } }] },
      read: ({ writes }) => writes[0]?.update.fields['a']?.valueType,
      expected: 'nullValue',
    },
    {
      name: 'a single item as a list',
      json: { writes: { delete: 'x' } },
      read: ({ writes }) => writes[0]?.delete,
      expected: 'x',
    },
    {
      name: 'URL-safe base64',
      json: { transaction: '-_8' },
      read: ({ transaction }) => [...transaction],
      expected: [251, 255],
    },
    {
      name: 'offsets of time zones',
      json: { writes: [{ currentDocument: { updateTime: '2020-01-01T01:00:00.5+01:00' } }] },
      read: ({ writes }) => writes[0]?.currentDocument.updateTime,
      expected: { seconds: 1577836800, nanos: 500_000_000 },
    },
  ];
  it.each(accepted)('accepts $name', ({ json, read, expected }) => {
    expect(read(fromJson(commitType, json) as never)).toEqual(expected);
  });
});
