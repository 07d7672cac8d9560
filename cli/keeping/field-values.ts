import { OperatorError } from '@frontage/model/operator-error';
import { Timestamp } from 'firebase-admin/firestore';

/** What JSON can say. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

// What JSON has no word for is an object with one of these keys; a field of such a name has one more $ in front.
const time = '$time';
const bytes = '$bytes';
const number = '$number';

/** A field's value as a line of a backup says it: the same for the same value, whatever order its fields came in. */
export function toLine(value: unknown, rename: (text: string) => string = (text) => text): Json {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'string') return rename(value);
  if (typeof value === 'number') {
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { [number]: Object.is(value, -0) ? '-0' : String(value) };
  }
  if (Array.isArray(value)) return value.map((entry) => toLine(entry, rename));
  if (value instanceof Timestamp) return { [time]: isoOf(value) };
  if (value instanceof Uint8Array) return { [bytes]: Buffer.from(value).toString('base64') };
  if (!isPlain(value))
    throw new OperatorError(
      `a value is of a kind that no backup holds (${describe(value)})`,
      'Remove the field: Frontage keeps no such values',
    );
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, field]) => [escaped(name), toLine(field, rename)]));
}

/** The value that a line of a backup says. @throws Error where it says none. */
export function fromLine(json: Json, rename: (text: string) => string = (text) => text): unknown {
  if (typeof json === 'string') return rename(json);
  if (json === null || typeof json !== 'object') return json;
  if (Array.isArray(json)) return json.map((entry) => fromLine(entry, rename));
  const entries = Object.entries(json);
  const [[name, value] = ['', null]] = entries;
  if (entries.length === 1 && typeof value === 'string') {
    if (name === time) return timeOf(value);
    if (name === bytes) return Buffer.from(value, 'base64');
    if (name === number) return Number(value);
  }
  return Object.fromEntries(entries.map(([key, field]) => [plainName(key), fromLine(field, rename)]));
}

const escaped = (name: string): string => (name.startsWith('$') ? `$${name}` : name);

function plainName(name: string): string {
  if (!name.startsWith('$')) return name;
  if (name.startsWith('$$')) return name.slice(1);
  throw new Error(`"${name}" is no name of a field`);
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as null);

const describe = (value: unknown): string =>
  typeof value === 'object' ? (value?.constructor.name ?? 'object') : typeof value;

/** To the nanosecond, as ISO 8601. */
const isoOf = ({ seconds, nanoseconds }: Timestamp): string =>
  `${new Date(seconds * 1_000).toISOString().slice(0, -5)}.${String(nanoseconds).padStart(9, '0')}Z`;

function timeOf(text: string): Timestamp {
  const [whole = '', fraction = ''] = text.slice(0, -1).split('.');
  const seconds = Date.parse(`${whole}Z`) / 1_000;
  if (!Number.isInteger(seconds) || !/^\d{9}$/.test(fraction)) throw new Error(`"${text}" is no moment`);
  return new Timestamp(seconds, Number(fraction));
}
