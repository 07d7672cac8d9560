import { GeoPoint, isVector, Reference, Timestamp } from './value.ts';
import type { Value, ValueMap } from './value.ts';

/**
 * Firestore's total order of values: null, booleans, numbers (NaN first; integers and doubles together),
 * timestamps, strings and bytes by their UTF-8 bytes, references, geo points, arrays, vectors, maps.
 * Source: "Supported data types" in the Firestore documentation.
 */
export function compareValues(a: Value, b: Value): number {
  const rank = typeRank(a);
  const difference = rank - typeRank(b);
  if (difference !== 0) return difference;
  return (comparators[rank] as (a: Value, b: Value) => number)(a, b);
}

export function equalValues(a: Value, b: Value): boolean {
  return compareValues(a, b) === 0;
}

export function typeRank(value: Value): number {
  switch (typeof value) {
    case 'boolean':
      return 1;
    case 'bigint':
    case 'number':
      return 2;
    case 'string':
      return 4;
    default:
      break;
  }
  if (value === null) return 0;
  if (value instanceof Timestamp) return 3;
  if (value instanceof Uint8Array) return 5;
  if (value instanceof Reference) return 6;
  if (value instanceof GeoPoint) return 7;
  if (Array.isArray(value)) return 8;
  return isVector(value) ? 9 : 10;
}

// A value always has the type of its rank, which the types of the table cannot express.
const comparators: readonly ((a: never, b: never) => number)[] = [
  () => 0,
  (a: boolean, b: boolean) => Number(a) - Number(b),
  compareNumbers,
  (a: Timestamp, b: Timestamp) => a.seconds - b.seconds || a.nanos - b.nanos,
  compareStrings,
  (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b),
  (a: Reference, b: Reference) => compareNames(a.name, b.name),
  (a: GeoPoint, b: GeoPoint) => compareNumbers(a.latitude, b.latitude) || compareNumbers(a.longitude, b.longitude),
  compareArrays,
  compareVectors,
  compareMaps,
];

export function compareNumbers(a: number | bigint, b: number | bigint): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a == b) return 0;
  // At least one is NaN, which sorts before every number and equals itself.
  return Number(b !== b) - Number(a !== a);
}

/** Compares by UTF-8 bytes, which differs from JavaScript's order for characters beyond U+FFFF. */
export function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const surrogateX = (x & 0xf800) === 0xd800;
    const surrogateY = (y & 0xf800) === 0xd800;
    if (surrogateX === surrogateY) return x - y;
    return surrogateX ? 1 : -1;
  }
  return a.length - b.length;
}

/** The order of document ids: numeric ids (`__id7__`) first, by number; then the others by their bytes. */
export function compareIds(a: string, b: string): number {
  const x = numericId(a);
  const y = numericId(b);
  if (x === null && y === null) return compareStrings(a, b);
  if (x === null) return 1;
  if (y === null) return -1;
  return compareNumbers(x, y);
}

/** The number in an id such as `__id7__`; null for other ids. */
export function numericId(id: string): bigint | null {
  if (!id.startsWith('__id') || !id.endsWith('__')) return null;
  const digits = id.slice(4, -2);
  return /^-?\d+$/.test(digits) ? BigInt(digits) : null;
}

/** The order of resource names or relative paths, by segment. */
export function compareNames(a: string, b: string): number {
  if (a === b) return 0;
  const x = a.split('/');
  const y = b.split('/');
  const length = Math.min(x.length, y.length);
  for (let i = 0; i < length; i++) {
    const difference = compareIds(x[i] ?? '', y[i] ?? '');
    if (difference !== 0) return difference;
  }
  return x.length - y.length;
}

function compareArrays(a: readonly Value[], b: readonly Value[]): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = compareValues(a[i] ?? null, b[i] ?? null);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compareVectors(a: ValueMap, b: ValueMap): number {
  const x = (a.get('value') ?? []) as Value[];
  const y = (b.get('value') ?? []) as Value[];
  return x.length - y.length || compareArrays(x, y);
}

function compareMaps(a: ValueMap, b: ValueMap): number {
  const x = [...a.keys()].sort(compareStrings);
  const y = [...b.keys()].sort(compareStrings);
  const length = Math.min(x.length, y.length);
  for (let i = 0; i < length; i++) {
    const keyA = x[i] ?? '';
    const keyB = y[i] ?? '';
    const difference = compareStrings(keyA, keyB) || compareValues(a.get(keyA) ?? null, b.get(keyB) ?? null);
    if (difference !== 0) return difference;
  }
  return x.length - y.length;
}
