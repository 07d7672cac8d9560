import { OperatorError } from '@frontage/model/operator-error';
import { DocumentReference, FieldValue, GeoPoint, Timestamp, type Firestore } from 'firebase-admin/firestore';

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

// Values without a JSON form become an object with one of these keys. Field names that begin with $ get another $.
const time = '$time';
const bytes = '$bytes';
const number = '$number';
const reference = '$reference';
const place = '$place';
const vector = '$vector';

/**
 * Encodes a Firestore value as JSON. Equal values yield equal text, independent of field order. `rename` maps strings.
 */
export function encodeValue(value: unknown, rename: (text: string) => string = (text) => text): Json {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return rename(value);
  if (typeof value === 'number') {
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { [number]: Object.is(value, -0) ? '-0' : String(value) };
  }
  if (Array.isArray(value)) return value.map((entry) => encodeValue(entry, rename));
  if (value instanceof Timestamp) return { [time]: isoOf(value) };
  if (value instanceof Uint8Array) return { [bytes]: Buffer.from(value).toString('base64') };
  if (value instanceof DocumentReference) return { [reference]: value.path };
  if (value instanceof GeoPoint) return { [place]: listOf([value.latitude, value.longitude]) };
  if (isVector(value)) return { [vector]: listOf(value.toArray()) };
  if (!isPlain(value))
    throw new OperatorError(
      `a value has a type that backups do not support (${describe(value)})`,
      'Remove the field: Frontage does not use such values',
    );
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [escaped(name), encodeValue(field, rename)]));
}

/** Decodes JSON to a value for `firestore`. `rename` maps strings. @throws Error if the encoding is invalid */
export function decodeValue(
  json: Json,
  firestore: Pick<Firestore, 'doc'>,
  rename: (text: string) => string = (text) => text,
): unknown {
  if (typeof json === 'string') return rename(json);
  if (json === null || typeof json !== 'object') return json;
  if (Array.isArray(json)) return json.map((entry) => decodeValue(entry, firestore, rename));
  const entries = Object.entries(json);
  const [[name, value] = ['', null]] = entries;
  if (entries.length === 1 && typeof value === 'string') {
    if (name === time) return timeOf(value);
    if (name === bytes) return Buffer.from(value, 'base64');
    if (name === number) return Number(value);
    if (name === reference) return firestore.doc(value);
    if (name === place) return placeOf(value);
    if (name === vector) return FieldValue.vector(numbersIn(value));
  }
  return Object.fromEntries(entries.map(([key, field]) => [plainName(key), decodeValue(field, firestore, rename)]));
}

// firebase-admin does not export the class.
const vectorClass = FieldValue.vector([]).constructor;
const isVector = (value: unknown): value is ReturnType<typeof FieldValue.vector> => value instanceof vectorClass;

const escaped = (name: string): string => (name.startsWith('$') ? `$${name}` : name);

function plainName(name: string): string {
  if (!name.startsWith('$')) return name;
  if (name.startsWith('$$')) return name.slice(1);
  throw new Error(`"${name}" is not a field name`);
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as null);

const describe = (value: unknown): string =>
  typeof value === 'object' ? (value?.constructor.name ?? 'object') : typeof value;

/** Joins numbers with commas; negative zero keeps its sign. */
const listOf = (numbers: readonly number[]): string =>
  numbers.map((one) => (Object.is(one, -0) ? '-0' : String(one))).join();

const numbersIn = (text: string): number[] => (text === '' ? [] : text.split(',').map(Number));

function placeOf(text: string): GeoPoint {
  const [latitude = Number.NaN, longitude = Number.NaN, ...rest] = numbersIn(text);
  if (rest.length > 0) throw new Error(`"${text}" is not a location`);
  return new GeoPoint(latitude, longitude);
}

/** ISO 8601 with nanoseconds. */
const isoOf = ({ seconds, nanoseconds }: Timestamp): string =>
  `${new Date(seconds * 1_000).toISOString().slice(0, -5)}.${String(nanoseconds).padStart(9, '0')}Z`;

function timeOf(text: string): Timestamp {
  const [whole = '', fraction = ''] = text.slice(0, -1).split('.');
  const seconds = Date.parse(`${whole}Z`) / 1_000;
  if (!Number.isInteger(seconds) || !/^\d{9}$/.test(fraction)) throw new Error(`"${text}" is not a timestamp`);
  return new Timestamp(seconds, Number(fraction));
}
