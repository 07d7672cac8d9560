import { parseDocumentName } from './resource-name.ts';
import { invalid } from './status.ts';
import { GeoPoint, Reference, Timestamp, timestampOf } from './value.ts';
import type { Document, Value, ValueMap } from './value.ts';
import { nameOf } from './resource-name.ts';
import type { WireTimestamp, WireValue } from './wire.ts';
import protobuf from 'protobufjs/light.js';

/** Converts a decoded `Value` message, checked against Firestore's limits. */
export function fromProto(wire: WireValue): Value {
  switch (wire.valueType) {
    case 'nullValue':
      return null;
    case 'booleanValue':
      return wire.booleanValue ?? false;
    case 'integerValue':
      return bigintOf(wire.integerValue ?? 0);
    case 'doubleValue':
      return wire.doubleValue ?? 0;
    case 'timestampValue':
      return timestampFrom(wire.timestampValue ?? { seconds: 0, nanos: 0 });
    case 'stringValue':
      return wire.stringValue ?? '';
    case 'bytesValue':
      return wire.bytesValue ?? new Uint8Array();
    case 'referenceValue':
      return referenceFrom(wire.referenceValue ?? '');
    case 'geoPointValue':
      return geoPointFrom(wire.geoPointValue ?? { latitude: 0, longitude: 0 });
    case 'arrayValue':
      return (wire.arrayValue?.values ?? []).map(fromProto);
    case 'mapValue':
      return mapFromProto(wire.mapValue?.fields ?? {});
    case undefined:
      return invalid('Value must have a value set: the "value_type" is missing.');
    default:
      return invalid(`A ${wire.valueType} is not allowed here.`);
  }
}

export function mapFromProto(fields: Record<string, WireValue>): ValueMap {
  const map: ValueMap = new Map();
  for (const key of Object.keys(fields)) map.set(key, fromProto(fields[key] as WireValue));
  return map;
}

function referenceFrom(name: string): Reference {
  parseDocumentName(name);
  return new Reference(name);
}

function geoPointFrom({ latitude, longitude }: { latitude: number; longitude: number }): GeoPoint {
  if (!(Math.abs(latitude) <= 90)) invalid(`The latitude ${latitude} is not between -90 and 90.`);
  if (!(Math.abs(longitude) <= 180)) invalid(`The longitude ${longitude} is not between -180 and 180.`);
  return new GeoPoint(latitude, longitude);
}

const firstSecond = -62_135_596_800;
const lastSecond = 253_402_300_799;

/** Rounds down to microseconds, as Firestore does. */
export function timestampFrom(wire: WireTimestamp): Timestamp {
  const seconds = Number(wire.seconds);
  if (seconds < firstSecond || seconds > lastSecond) {
    invalid('Timestamp seconds are beyond 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.');
  }
  if (wire.nanos < 0 || wire.nanos > 999_999_999) invalid('Timestamp nanos are beyond 0 to 999999999.');
  return new Timestamp(seconds, wire.nanos - (wire.nanos % 1000));
}

export function bigintOf(value: protobuf.Long | number): bigint {
  if (typeof value === 'number') return BigInt(value);
  return (BigInt(value.high) << 32n) | BigInt(value.low >>> 0);
}

export function longOf(value: bigint): protobuf.Long {
  const low = Number(BigInt.asUintN(32, value));
  return new protobuf.util.LongBits(low, Number(value >> 32n) >>> 0).toLong();
}

/** Converts a value to a `Value` message for encoding. */
export function toProto(value: Value): WireValue {
  switch (typeof value) {
    case 'boolean':
      return { booleanValue: value };
    case 'bigint':
      return { integerValue: longOf(value) };
    case 'number':
      return { doubleValue: value };
    case 'string':
      return { stringValue: value };
    default:
      break;
  }
  if (value === null) return { nullValue: 0 };
  if (value instanceof Map) return { mapValue: { fields: mapToProto(value) } };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toProto) } };
  if (value instanceof Timestamp) return { timestampValue: timestampToProto(value) };
  if (value instanceof Reference) return { referenceValue: value.name };
  if (value instanceof GeoPoint) return { geoPointValue: { latitude: value.latitude, longitude: value.longitude } };
  return { bytesValue: value };
}

export function mapToProto(map: ValueMap): Record<string, WireValue> {
  const fields: Record<string, WireValue> = Object.create(null) as Record<string, WireValue>;
  for (const [key, value] of map) fields[key] = toProto(value);
  return fields;
}

export function timestampToProto({ seconds, nanos }: { seconds: number; nanos: number }): WireTimestamp {
  return { seconds, nanos };
}

export function timeToProto(micros: number): WireTimestamp {
  return timestampToProto(timestampOf(micros));
}

/** Converts a document to a `Document` message for encoding. */
export function documentToProto(project: string, document: Document): object {
  return {
    name: nameOf(project, document.path),
    fields: mapToProto(document.fields),
    createTime: timeToProto(document.createTime),
    updateTime: timeToProto(document.updateTime),
  };
}
