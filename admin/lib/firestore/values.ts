import { serverTime, type Data } from '@frontage/model/writes/write';

/** A value as Firestore's REST interface writes it. */
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

/** A stored moment. Keeps the server's own text, so that writing it back changes nothing. */
export class ServerMoment {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toDate(): Date {
    return new Date(this.text);
  }
}

/** The wire form of plain JSON and stored moments. Throws on anything else, which would be a bug. */
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
  throw new TypeError(`Firestore stores no ${typeof value}`);
}

export function encodeFields(data: Data): WireFields {
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, encode(value)]));
}

/** What a wire value stands for. Kinds the product never stores, as bytes, come out as null. */
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

/** Where there are no fields, Firestore leaves them out. */
export function decodeFields(fields: WireFields = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, decode(value)]));
}

/** Splits what is written as it stands from what the server fills in with its own time. */
export function splitServerTime(data: Data): { plain: Data; stamped: string[] } {
  const stamped = Object.keys(data).filter((key) => data[key] === serverTime);
  const plain = Object.fromEntries(Object.entries(data).filter(([key]) => !stamped.includes(key)));
  return { plain, stamped };
}
