import fc from 'fast-check';
import { GeoPoint, Reference, Timestamp } from './value.ts';
import type { Value, ValueMap } from './value.ts';

const leaf: fc.Arbitrary<Value> = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.integer({ min: -3, max: 3 }).map(BigInt),
  fc.double(),
  fc.constantFrom(NaN, Infinity, -Infinity, 0, -0, 1, 1.5),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', 'a', 'b', '\uffee', '😀'),
  fc.uint8Array({ maxLength: 8 }),
  fc
    .record({ seconds: fc.integer({ min: -62_135_596_800, max: 253_402_300_799 }), micros: fc.nat(999_999) })
    .map(({ seconds, micros }) => new Timestamp(seconds, micros * 1000)),
  fc
    .array(fc.constantFrom('a', 'b', 'é', '__id7__', '10'), { minLength: 2, maxLength: 2 })
    .map((ids) => new Reference(`projects/p/databases/(default)/documents/${ids.join('/')}`)),
  fc
    .record({
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    })
    .map(({ latitude, longitude }) => new GeoPoint(latitude, longitude)),
);

/** Names of fields, including unusual ones; none is reserved. */
export const fieldName = fc.oneof(
  fc.constantFrom('a', 'b', 'c', 'a.b', '`', '\\', ' ', 'ü', '0'),
  fc.string({ unit: 'grapheme', minLength: 1 }).filter((name) => !/^__.*__$/s.test(name)),
);

const tree = fc.letrec<{ value: Value; map: ValueMap }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    leaf,
    fc.array(
      tie('value').filter((item) => !Array.isArray(item)),
      { maxLength: 3 },
    ),
    tie('map'),
  ),
  map: fc.array(fc.tuple(fieldName, tie('value')), { maxLength: 3 }).map((entries) => new Map(entries)),
}));

/** Any value that can be stored. */
export const anyValue: fc.Arbitrary<Value> = tree.value;

/** The fields of any document. */
export const anyFields: fc.Arbitrary<ValueMap> = tree.map;
