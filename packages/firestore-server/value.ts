/**
 * A Firestore value as plain JavaScript: integers are `bigint`, doubles are `number`, maps are `Map`.
 * Vectors are maps with `__type__: '__vector__'`, as on the wire.
 */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Timestamp
  | Reference
  | GeoPoint
  | Value[]
  | ValueMap;

export type ValueMap = Map<string, Value>;

/** A point in time: seconds since 1970 (may be negative) and nanoseconds, a multiple of 1,000. */
export class Timestamp {
  readonly seconds: number;
  readonly nanos: number;
  constructor(seconds: number, nanos: number) {
    this.seconds = seconds;
    this.nanos = nanos;
  }
}

/** A reference to a document by its full resource name. */
export class Reference {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export class GeoPoint {
  readonly latitude: number;
  readonly longitude: number;
  constructor(latitude: number, longitude: number) {
    this.latitude = latitude;
    this.longitude = longitude;
  }
}

/** A stored document. `path` is relative to the documents root; times are microseconds since 1970. */
export interface Document {
  readonly path: string;
  readonly fields: ValueMap;
  readonly createTime: number;
  readonly updateTime: number;
}

export function timestampOf(micros: number): Timestamp {
  const seconds = Math.floor(micros / 1e6);
  return new Timestamp(seconds, (micros - seconds * 1e6) * 1000);
}

export function microsOf(timestamp: { seconds: number; nanos: number }): number {
  return timestamp.seconds * 1e6 + Math.floor(timestamp.nanos / 1000);
}

/** RFC 3339 with as many digits as needed, in groups of three. */
export function formatTimestamp({ seconds, nanos }: { seconds: number; nanos: number }): string {
  const base = new Date(seconds * 1000).toISOString().slice(0, 19);
  if (nanos === 0) return `${base}Z`;
  const digits = String(nanos)
    .padStart(9, '0')
    .replace(/(000){1,2}$/, '');
  return `${base}.${digits}Z`;
}

export function isVector(value: Value): value is ValueMap {
  return value instanceof Map && value.get('__type__') === '__vector__';
}

/** Whether values are equal in type and content, so that storing one over the other changes nothing. */
export function identical(a: Value, b: Value): boolean {
  if (a === b) return typeof a !== 'number' || a !== 0 || Object.is(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (a instanceof Map) return b instanceof Map && identicalMaps(a, b);
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => identical(item, b[i] ?? null));
  }
  if (a instanceof Timestamp) return b instanceof Timestamp && a.seconds === b.seconds && a.nanos === b.nanos;
  if (a instanceof Reference) return b instanceof Reference && a.name === b.name;
  if (a instanceof GeoPoint) {
    return b instanceof GeoPoint && Object.is(a.latitude, b.latitude) && Object.is(a.longitude, b.longitude);
  }
  return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
}

export function identicalMaps(a: ValueMap, b: ValueMap): boolean {
  if (a.size !== b.size) return false;
  for (const [key, value] of a) {
    const other = b.get(key);
    if (other === undefined || !identical(value, other)) return false;
  }
  return true;
}
