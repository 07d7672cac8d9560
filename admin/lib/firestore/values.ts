import { serverTime, type Data } from '@frontage/model/writes/write';

/** A value in Firestore's REST format. */
export type WireValue =
  | { nullValue: null }
  | { booleanValue: boolean }
  | { integerValue: string }
  | { doubleValue: number | string }
  | { timestampValue: string }
  | { stringValue: string }
  | { arrayValue: { values?: WireValue[] } }
  | { mapValue: { fields?: WireFields } };

export type WireFields = Record<string, WireValue>;

/** A stored timestamp. Keeps the server's text, so that writing it back does not change it. */
export class ServerMoment {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toDate(): Date {
    return new Date(this.text);
  }
}

/** Encodes plain JSON and stored timestamps. Throws on anything else, which would be a bug. */
export function encode(value: unknown): WireValue {
  if (value === null) return { nullValue: null };
  if (typeof value === 'boolean') return { booleanValue: value };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { integerValue: String(value) } : { doubleValue: value };
  }
  if (value instanceof ServerMoment) return { timestampValue: value.text };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(encode) } };
  if (typeof value === 'object') return { mapValue: { fields: encodeFields(value as Data) } };
  throw new TypeError(`Firestore cannot store a value of type ${typeof value}`);
}

export function encodeFields(data: Data): WireFields {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, encode(value)]));
}

/** Decodes a value. Types that the product never stores, such as bytes, become null. */
export function decode(value: WireValue): unknown {
  if ('booleanValue' in value) return value.booleanValue;
  if ('stringValue' in value) return value.stringValue;
  if ('integerValue' in value) return Number(value.integerValue);
  if ('doubleValue' in value) return Number(value.doubleValue);
  if ('timestampValue' in value) return new ServerMoment(value.timestampValue);
  if ('arrayValue' in value) return (value.arrayValue.values ?? []).map(decode);
  if ('mapValue' in value) return decodeFields(value.mapValue.fields);
  return null;
}

/** Firestore omits empty maps. */
export function decodeFields(fields: WireFields = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, decode(value)]));
}

/** Separates plain values from server timestamps. */
export function splitServerTime(data: Data): { plain: Data; stamped: string[] } {
  const stamped = Object.keys(data).filter((key) => data[key] === serverTime);
  const plain = Object.fromEntries(Object.entries(data).filter(([key]) => !stamped.includes(key)));
  return { plain, stamped };
}
