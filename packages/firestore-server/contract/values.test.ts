import { expect, it } from 'vitest';
import { describeEachSdk } from './support/each-sdk.ts';
import { plain } from './support/sdk.ts';
import type { Values } from './support/sdk.ts';

/** Values of every supported data type. Source: "Supported data types". */
const values: [name: string, value: (v: Values) => unknown][] = [
  ['null', () => null],
  ['true', () => true],
  ['false', () => false],
  ['zero', () => 0],
  ['a negative integer', () => -7],
  ['the largest safe integer', () => Number.MAX_SAFE_INTEGER],
  ['a double', () => 1.5],
  ['a tiny double', () => Number.MIN_VALUE],
  ['a huge double', () => 1.7976931348623157e308],
  ['NaN', () => NaN],
  ['infinity', () => Infinity],
  ['negative infinity', () => -Infinity],
  ['an empty string', () => ''],
  ['text beyond the basic plane', () => 'Grüße, 你好, 👩‍🚀'],
  ['text with control characters and quotes', () => 'a\u0000b\n\t"\\'],
  ['bytes', (v) => v.bytes(0, 1, 127, 128, 255)],
  ['no bytes', (v) => v.bytes()],
  ['a timestamp with microseconds', (v) => v.timestamp(1_700_000_000, 123_456_000)],
  ['a timestamp before 1970', (v) => v.timestamp(-1, 500_000_000)],
  ['the first timestamp', (v) => v.timestamp(-62_135_596_800, 0)],
  ['the last timestamp', (v) => v.timestamp(253_402_300_799, 999_999_000)],
  ['a geo point', (v) => v.geoPoint(-33.86, 151.2)],
  ['a geo point at the edge', (v) => v.geoPoint(90, -180)],
  ['a reference', (v) => v.reference('other/doc')],
  ['a vector', (v) => v.vector(1, 2.5, -3)],
  ['an empty array', () => []],
  ['an array of mixed types', (v) => [1, 'a', null, true, v.timestamp(1, 0)]],
  ['an array of maps holding arrays', () => [{ inner: [1, 2] }, {}]],
  ['an empty map', () => ({})],
  ['a nested map', () => ({ a: { b: { c: 'deep' } } })],
  ['a map with unusual keys', () => ({ 'a.b': 1, 'with space': 2, '`tick`': 3, 'back\\slash': 4, 日本: 5, '0': 6 })],
];

describeEachSdk('values', (context) => {
  it.each(values)('stores %s', async (name, value) => {
    const { sdk } = context();
    const data = { value: value(sdk.values) };
    const path = `values/${name.replaceAll('/', ' ')}`;
    await sdk.set(path, data);
    expect(plain(await sdk.get(path))).toEqual(plain(data));
  });

  it('rounds timestamps down to microseconds', async () => {
    const { sdk } = context();
    await sdk.set('values/nanos', { value: sdk.values.timestamp(5, 123_456_789) });
    expect(plain(await sdk.get('values/nanos'))).toEqual({ value: { timestamp: [5, 123_456_000] } });
  });

  it('reports a missing document', async () => {
    expect(await context().sdk.get('values/missing')).toBeUndefined();
  });
});
