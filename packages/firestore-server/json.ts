import protobuf from 'protobufjs/light.js';
import { invalid } from './status.ts';
import { bigintOf, longOf } from './proto-value.ts';
import { formatTimestamp } from './value.ts';

type Json = Record<string, unknown>;

/**
 * The proto3 JSON mapping, driven by the message descriptions.
 * `at` is the position in the body, for error messages.
 */
export function fromJson(type: protobuf.Type, json: unknown, at = ''): protobuf.Message {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    invalid(`Invalid value at '${at}' (type.googleapis.com/${type.fullName.slice(1)}), ${shorten(json)}`);
  }
  const message = type.create();
  const target = message as unknown as Json;
  const seen = new Map<protobuf.OneOf, string>();
  for (const [key, value] of Object.entries(json)) {
    const field = fieldNamed(type, key);
    const path = at === '' ? key : `${at}.${key}`;
    if (field === undefined) {
      invalid(
        `Invalid JSON payload received. Unknown name "${key}"${at === '' ? '' : ` at '${at}'`}: Cannot find field.`,
      );
    }
    if (value === null && field.type !== 'google.protobuf.NullValue') continue;
    const oneof = field.partOf;
    if (oneof !== null) {
      if (seen.has(oneof)) {
        invalid(
          `Invalid value at '${at}' (oneof), oneof field '${oneof.name}' is already set. Cannot set '${field.name}'`,
        );
      }
      seen.set(oneof, field.name);
    }
    target[field.name] = readField(field, value, path);
  }
  return message;
}

function fieldNamed(type: protobuf.Type, key: string): protobuf.Field | undefined {
  const direct = Object.hasOwn(type.fields, key) ? type.fields[key] : undefined;
  if (direct !== undefined || !key.includes('_')) return direct;
  const camel = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.hasOwn(type.fields, camel) ? type.fields[camel] : undefined;
}

function readField(field: protobuf.Field, value: unknown, at: string): unknown {
  if (field.map) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      invalid(`Invalid value at '${at}' (Map), ${shorten(value)}`);
    }
    const map: Json = Object.create(null) as Json;
    for (const [key, item] of Object.entries(value)) map[key] = readSingle(field, item, `${at}[${key}]`);
    return map;
  }
  if (field.repeated) {
    if (!Array.isArray(value)) return [readSingle(field, value, at)];
    return value.map((item, i) => readSingle(field, item, `${at}[${i}]`));
  }
  return readSingle(field, value, at);
}

function readSingle(field: protobuf.Field, value: unknown, at: string): unknown {
  const resolved = field.resolve().resolvedType;
  if (resolved instanceof protobuf.Enum) return readEnum(resolved, value, at);
  if (resolved instanceof protobuf.Type) {
    const wellKnown = wellKnownReaders[resolved.fullName];
    return wellKnown === undefined ? fromJson(resolved, value, at) : wellKnown(value, at);
  }
  return (scalarReaders[field.type] ?? readNothing)(value, at);
}

function readEnum(type: protobuf.Enum, value: unknown, at: string): number {
  if (type.fullName === '.google.protobuf.NullValue') {
    if (value === null || value === 'NULL_VALUE' || value === 0) return 0;
  } else if (typeof value === 'number' && type.valuesById[value] !== undefined) return value;
  else if (typeof value === 'string' && Object.hasOwn(type.values, value)) return type.values[value] ?? 0;
  return invalid(`Invalid value at '${at}' (type.googleapis.com/${type.fullName.slice(1)}), ${shorten(value)}`);
}

type Reader = (value: unknown, at: string) => unknown;

const scalarReaders: Record<string, Reader> = {
  string: (value, at) => (typeof value === 'string' && value.isWellFormed() ? value : wrong('TYPE_STRING', value, at)),
  bool: (value, at) => {
    if (typeof value === 'boolean') return value;
    return value === 'true' ? true : value === 'false' ? false : wrong('TYPE_BOOL', value, at);
  },
  int32: (value, at) => {
    const number = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
    return Number.isInteger(number) && number === ((number as number) | 0) ? number : wrong('TYPE_INT32', value, at);
  },
  int64: (value, at) => {
    const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value;
    if (typeof text !== 'string' || !/^-?\d{1,19}$/.test(text)) return wrong('TYPE_INT64', value, at);
    const integer = BigInt(text);
    return integer === BigInt.asIntN(64, integer) ? longOf(integer) : wrong('TYPE_INT64', value, at);
  },
  double: (value, at) => {
    if (typeof value === 'number') return value;
    if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return Number(value);
    return typeof value === 'string' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(value)
      ? Number(value)
      : wrong('TYPE_DOUBLE', value, at);
  },
  bytes: (value, at) =>
    typeof value === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(value)
      ? Buffer.from(value, 'base64')
      : wrong('TYPE_BYTES', value, at),
};

const wellKnownReaders: Record<string, Reader> = {
  '.google.protobuf.Timestamp': readTimestamp,
  '.google.protobuf.Int32Value': (value, at) => ({ value: scalarReaders['int32']?.(value, at) }),
  '.google.protobuf.Int64Value': (value, at) => ({ value: scalarReaders['int64']?.(value, at) }),
  '.google.protobuf.DoubleValue': (value, at) => ({ value: scalarReaders['double']?.(value, at) }),
};

const rfc3339 = /^(\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?([Zz]|[+-]\d\d:\d\d)$/;

/** Also accepts `{seconds, nanos}`, which the web SDKs send. */
function readTimestamp(value: unknown, at: string): { seconds: number; nanos: number } {
  if (typeof value === 'object' && value !== null) {
    const { seconds = 0, nanos = 0 } = value as { seconds?: unknown; nanos?: unknown };
    return {
      seconds: Number(scalarReaders['int64']?.(seconds, at)),
      nanos: Number(scalarReaders['int32']?.(nanos, at)),
    };
  }
  const match = typeof value === 'string' ? rfc3339.exec(value) : null;
  const millis =
    match === null ? NaN : Date.parse(`${(match[1] ?? '').toUpperCase()}${(match[3] ?? '').toUpperCase()}`);
  if (match === null || Number.isNaN(millis)) {
    invalid(
      `Invalid value at '${at}' (type.googleapis.com/google.protobuf.Timestamp), Field '${at.split('.').at(-1) ?? ''}', Illegal timestamp format; timestamps must end with 'Z' or have a valid timezone offset.`,
    );
  }
  return { seconds: millis / 1000, nanos: Number((match[2] ?? '').padEnd(9, '0')) };
}

function readNothing(value: unknown, at: string): never {
  return wrong('TYPE_UNKNOWN', value, at);
}

function wrong(type: string, value: unknown, at: string): never {
  return invalid(`Invalid value at '${at}' (${type}), ${shorten(value)}`);
}

function shorten(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

/** A message, or a plain object with its shape, as proto3 JSON without defaults of plain fields. */
export function toJson(type: protobuf.Type, message: object): Json {
  const json: Json = {};
  const source = message as Json;
  for (const key of Object.keys(source)) {
    const field = Object.hasOwn(type.fields, key) ? type.fields[key] : undefined;
    const value = source[key];
    if (field === undefined || value === undefined) continue;
    if (value === null && field.type !== 'google.protobuf.NullValue') continue;
    const written = writeField(field.resolve(), value);
    if (written !== undefined) json[key] = written;
  }
  return json;
}

function writeField(field: protobuf.Field, value: unknown): unknown {
  if (field.map) {
    const map: Json = {};
    for (const key of Object.keys(value as Json)) {
      Object.defineProperty(map, key, {
        value: writeSingle(field, (value as Json)[key]),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return Object.keys(map).length === 0 ? undefined : map;
  }
  if (field.repeated) {
    const items = (value as unknown[]).map((item) => writeSingle(field, item));
    return items.length === 0 ? undefined : items;
  }
  const written = writeSingle(field, value);
  const plain = field.partOf === null && field.resolvedType === null;
  return plain && (written === '' || written === 0 || written === false || written === '0') ? undefined : written;
}

function writeSingle(field: protobuf.Field, value: unknown): unknown {
  const resolved = field.resolvedType;
  if (resolved instanceof protobuf.Enum) {
    return resolved.fullName === '.google.protobuf.NullValue' ? null : resolved.valuesById[value as number];
  }
  if (resolved instanceof protobuf.Type) {
    if (resolved.fullName === '.google.protobuf.Timestamp') {
      const { seconds, nanos } = value as { seconds: protobuf.Long | number; nanos: number };
      return formatTimestamp({ seconds: Number(seconds), nanos });
    }
    if (resolved.fullName.endsWith('Value') && resolved.fullName.startsWith('.google.protobuf.')) {
      return (value as { value: unknown }).value;
    }
    return toJson(resolved, value as object);
  }
  switch (field.type) {
    case 'int64':
      return bigintOf(value as protobuf.Long | number).toString();
    case 'double':
      return Object.is(value, -0) ? '-0' : Number.isFinite(value) ? value : String(value);
    case 'bytes':
      return Buffer.from(value as Uint8Array).toString('base64');
    default:
      return value;
  }
}
