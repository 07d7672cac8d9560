import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { RulesError, type TypeName } from '../values.ts';
import { LIST_METHODS, MAP_DIFF_METHODS, MAP_METHODS, SET_METHODS } from './collection.ts';
import { CONVERSIONS } from './conversion.ts';
import { LAT_LNG_FUNCTIONS, LAT_LNG_METHODS, PATH_METHODS } from './lat-lng-and-path.ts';
import { int64, type LibraryFunction, type LibraryTable, takes } from './signature.ts';
import { DURATION_FUNCTIONS, DURATION_METHODS, TIMESTAMP_FUNCTIONS, TIMESTAMP_METHODS } from './time.ts';

const upperOf = (text: string): string => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
const lowerOf = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * Methods of strings. Regular expressions are RE2, and `matches` requires the whole string to match. As in Google's
 * runtime, a character is a UTF-16 unit, and only ASCII letters change case.
 */
const STRING_METHODS: LibraryTable = {
  lower: takes(['string'], ([self]) => lowerOf(self)),
  matches: takes(['string', 'string'], ([self, source], tools) => {
    const pattern = tools.pattern(source);
    return pattern instanceof RulesError ? pattern : pattern.matches(self);
  }),
  replace: takes(['string', 'string', 'string'], ([self, source, substitute], tools) => {
    const pattern = tools.pattern(source);
    if (pattern instanceof RulesError) return pattern;
    // It is not documented whether group references expand, so a substitute that could contain one is refused.
    if (/[$\\]/.test(substitute)) return new RulesError('replace: "$" and "\\" are not supported in the substitute');
    return pattern.matcher(self).replaceAll(substitute);
  }),
  size: takes(['string'], ([self]) => BigInt(self.length)),
  split: takes(['string', 'string'], ([self, source], tools) => {
    const pattern = tools.pattern(source);
    return pattern instanceof RulesError ? pattern : pattern.split(self);
  }),
  toUtf8: takes(['string'], ([self]) => new TextEncoder().encode(self)),
  trim: takes(['string'], ([self]) => self.trim()),
  upper: takes(['string'], ([self]) => upperOf(self)),
};

/** Methods of bytes: base64url with padding, hexadecimal in capitals. */
const BYTES_METHODS: LibraryTable = {
  size: takes(['bytes'], ([self]) => BigInt(self.length)),
  toBase64: takes(['bytes'], ([self]) =>
    Buffer.from(self).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  ),
  toHexString: takes(['bytes'], ([self]) => Buffer.from(self).toString('hex').toUpperCase()),
};

const toInteger =
  (round: (value: number) => number) =>
  ([value]: readonly [bigint | number]): bigint | RulesError => {
    if (typeof value === 'bigint') return value;
    return Number.isFinite(value) ? int64(BigInt(round(value))) : new RulesError(`${value} is no integer`);
  };

/** The namespace `math`. */
const MATH_FUNCTIONS: LibraryTable = {
  abs: takes(['number'], ([value]) =>
    typeof value === 'number' ? Math.abs(value) : int64(value < 0n ? -value : value),
  ),
  ceil: takes(['number'], toInteger(Math.ceil)),
  floor: takes(['number'], toInteger(Math.floor)),
  isInfinite: takes(['number'], ([value]) => value === Infinity || value === -Infinity),
  isNaN: takes(['number'], ([value]) => Number.isNaN(value)),
  pow: takes(['number', 'number'], ([base, exponent]) => Number(base) ** Number(exponent)),
  round: takes(['number'], toInteger(Math.round)),
  sqrt: takes(['number'], ([value]) => Math.sqrt(Number(value))),
};

const bytesOf = (input: string | Uint8Array): Uint8Array =>
  typeof input === 'string' ? new TextEncoder().encode(input) : input;

const digest = (algorithm: 'md5' | 'sha256', input: string | Uint8Array): Uint8Array =>
  new Uint8Array(createHash(algorithm).update(input).digest());

function fourBytes(checksum: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, checksum, true);
  return bytes;
}

// CRC-32C (Castagnoli), reflected polynomial.
const CRC32C_TABLE = Uint32Array.from({ length: 256 }, (_, octet) => {
  let remainder = octet;
  for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0x82f63b78 : remainder >>> 1;
  return remainder;
});

function crc32c(bytes: Uint8Array): number {
  let checksum = 0xffffffff;
  for (const octet of bytes) checksum = (CRC32C_TABLE[(checksum ^ octet) & 0xff] ?? 0) ^ (checksum >>> 8);
  return (checksum ^ 0xffffffff) >>> 0;
}

/** The namespace `hashing`: of a string (as UTF-8) or bytes, to bytes; checksums are four bytes, little-endian. */
const HASHING_FUNCTIONS: LibraryTable = {
  crc32: takes(['text'], ([input]) => fourBytes(crc32(bytesOf(input)))),
  crc32c: takes(['text'], ([input]) => fourBytes(crc32c(bytesOf(input)))),
  md5: takes(['text'], ([input]) => digest('md5', input)),
  sha256: takes(['text'], ([input]) => digest('sha256', input)),
};

const METHODS: readonly (readonly [TypeName, LibraryTable])[] = [
  ['string', STRING_METHODS],
  ['bytes', BYTES_METHODS],
  ['list', LIST_METHODS],
  ['set', SET_METHODS],
  ['map', MAP_METHODS],
  ['mapdiff', MAP_DIFF_METHODS],
  ['timestamp', TIMESTAMP_METHODS],
  ['duration', DURATION_METHODS],
  ['latlng', LAT_LNG_METHODS],
  ['path', PATH_METHODS],
];

const NAMESPACES: readonly (readonly [string, LibraryTable])[] = [
  ['math', MATH_FUNCTIONS],
  ['timestamp', TIMESTAMP_FUNCTIONS],
  ['duration', DURATION_FUNCTIONS],
  ['latlng', LAT_LNG_FUNCTIONS],
  ['hashing', HASHING_FUNCTIONS],
];

const mapOf = (table: LibraryTable): ReadonlyMap<string, LibraryFunction> => new Map(Object.entries(table));

/** The global functions that depend only on their arguments. */
export const GLOBAL_FUNCTIONS = mapOf(CONVERSIONS);

/** Namespace → function name → function. */
export const NAMESPACE_FUNCTIONS: ReadonlyMap<string, ReadonlyMap<string, LibraryFunction>> = new Map(
  NAMESPACES.map(([name, table]) => [name, mapOf(table)]),
);

/** Method name → type of the receiver → function. */
export const METHODS_BY_NAME: ReadonlyMap<string, ReadonlyMap<TypeName, LibraryFunction>> = groupByName();

function groupByName(): Map<string, Map<TypeName, LibraryFunction>> {
  const byName = new Map<string, Map<TypeName, LibraryFunction>>();
  for (const [type, table] of METHODS) {
    for (const [name, method] of Object.entries(table)) {
      const types = byName.get(name) ?? new Map<TypeName, LibraryFunction>();
      byName.set(name, types.set(type, method));
    }
  }
  return byName;
}

const isType =
  (...names: readonly TypeName[]) =>
  (type: TypeName): boolean | RulesError => {
    if (type === 'number' && names.length === 1 && (names[0] === 'int' || names[0] === 'float')) {
      return new RulesError('The query fixes the number, not its type');
    }
    return names.includes(type);
  };

/** The names allowed after `is`. No value is a `constraint`. */
export const TYPE_TESTS: ReadonlyMap<string, (type: TypeName) => boolean | RulesError> = new Map([
  ['bool', isType('bool')],
  ['bytes', isType('bytes')],
  ['constraint', isType()],
  ['duration', isType('duration')],
  ['float', isType('float')],
  ['int', isType('int')],
  ['latlng', isType('latlng')],
  ['list', isType('list')],
  ['map', isType('map')],
  ['map_diff', isType('mapdiff')],
  ['number', isType('number', 'int', 'float')],
  ['path', isType('path')],
  // Measured: Google's runtime accepts the name, but the test is false for every set.
  ['set', isType()],
  ['string', isType('string')],
  ['timestamp', isType('timestamp')],
  ['vector', isType()],
]);
