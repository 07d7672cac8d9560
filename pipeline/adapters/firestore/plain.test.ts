import { GeoPoint, Timestamp } from 'firebase-admin/firestore';
import { expect, it } from 'vitest';
import { exactMoment, toFields, toJson } from './plain.ts';

const noon = Timestamp.fromDate(new Date('2026-01-02T12:00:00.500Z'));

it.each<[string, unknown, unknown]>([
  ['a moment', noon, '2026-01-02T12:00:00.500Z'],
  ['a moment far down', { list: [{ at: noon }] }, { list: [{ at: '2026-01-02T12:00:00.500Z' }] }],
  ['plain values', ['a', 1, true, null], ['a', 1, true, null]],
  ['a number JSON does not know', NaN, { unsupported: 'NaN' }],
  ['bytes', Buffer.from('x'), { unsupported: 'Buffer' }],
  ['a place', new GeoPoint(1, 2), { unsupported: 'GeoPoint' }],
])('%s', (_, value, expected) => {
  expect(toJson({ value })).toEqual({ value: expected });
});

it('moments sort as text, to the nanosecond', () => {
  const moments = [new Timestamp(10, 5), new Timestamp(9, 999_999_999), new Timestamp(10, 10), new Timestamp(-1, 0)];
  expect(moments.map(exactMoment).sort()).toEqual([
    '1969-12-31T23:59:59.000000000Z',
    '1970-01-01T00:00:09.999999999Z',
    '1970-01-01T00:00:10.000000005Z',
    '1970-01-01T00:00:10.000000010Z',
  ]);
});

it('our moments become timestamps again', () => {
  expect(toFields({ at: '2026-01-02T12:00:00.500Z', release: '1', problems: [] })).toEqual({
    at: noon,
    release: '1',
    problems: [],
  });
});
