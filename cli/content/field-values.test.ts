import fc from 'fast-check';
import { anyCharacter } from '@frontage/model/text.fixture';
import { FieldValue, Firestore, GeoPoint, Timestamp, type DocumentReference } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { decodeValue, encodeValue, type Json } from './field-values.ts';

const firestore = new Firestore({ projectId: 'demo-backup' });
const roundTrip = (value: unknown) => decodeValue(JSON.parse(JSON.stringify(encodeValue(value))) as Json, firestore);

describe('values in a backup', () => {
  it.each<[string, unknown]>([
    ['a timestamp with nanoseconds', new Timestamp(1_785_000_000, 123_456_000)],
    ['the earliest timestamp', new Timestamp(-62_135_596_800, 0)],
    ['the latest timestamp', new Timestamp(253_402_300_799, 999_999_999)],
    ['bytes', Buffer.from([0, 255, 10])],
    ['a location', new GeoPoint(-0, 179.999)],
    ['a vector', FieldValue.vector([1.5, -0, Number.NaN, Number.POSITIVE_INFINITY])],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['negative zero', -0],
    ['a field named like an encoded timestamp', { $time: '2026-01-01T00:00:00.000000000Z' }],
    ['a field named like an escaped field', { $$time: 'x', $bytes: 1 }],
    ['a field named __proto__', JSON.parse('{"__proto__": {"a": 1}}')],
  ])('round-trip: %s', (_name, value) => {
    expect(roundTrip({ value })).toStrictEqual({ value });
  });

  it('restore a reference into the target project', () => {
    const other = new Firestore({ projectId: 'demo-other' });
    const line = encodeValue({ list: [{ of: firestore.doc('pages/a/notes/b') }] });
    const { list } = decodeValue(line, other) as { list: { of: DocumentReference }[] };
    expect(list[0]?.of.isEqual(other.doc('pages/a/notes/b'))).toBe(true);
  });

  it('round-trip for any value, independent of field order', () => {
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.string({ unit: anyCharacter }),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
        fc.integer({ min: -1e9, max: 1e9 }).map((seconds) => new Timestamp(seconds, 5_000)),
        fc.array(tie('any')),
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('$time', '$$', '$number')), tie('any'), {
          noNullPrototype: true,
        }),
      ),
    })).any;
    fc.assert(
      fc.property(value, (it) => {
        expect(roundTrip(it)).toStrictEqual(it);
        expect(JSON.stringify(encodeValue(roundTrip(it)))).toBe(JSON.stringify(encodeValue(it)));
      }),
      { numRuns: 30 },
    );
    expect(JSON.stringify(encodeValue({ b: 1, a: 2 }))).toBe(JSON.stringify(encodeValue({ a: 2, b: 1 })));
  });

  it('are rejected without a supported encoding', () => {
    expect(() => encodeValue({ field: new Map() })).toThrow(/Map/);
    expect(() => decodeValue({ $when: 'now' }, firestore)).toThrow(/\$when/);
    expect(() => decodeValue({ $time: 'yesterday' }, firestore)).toThrow(/yesterday/);
    expect(() => decodeValue({ $place: '1,2,3' }, firestore)).toThrow(/1,2,3/);
    expect(() => decodeValue({ $place: '91,0' }, firestore)).toThrow(/91/);
    expect(() => decodeValue({ $reference: 'pages' }, firestore)).toThrow(/pages/);
  });
});
