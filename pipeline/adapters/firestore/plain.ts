import { Timestamp } from 'firebase-admin/firestore';
import type { Json, JsonObject } from '../../sync/source.ts';

const stamps = new Set(['created_at', 'updated_at']);

/**
 * Converts a document's fields to JSON. `created_at` and `updated_at` become ISO strings. Any other value that JSON
 * cannot express (timestamps, bytes, references, geographical points) becomes an object that names its type, which no
 * content schema accepts.
 */
export function toJson(data: Record<string, unknown>): JsonObject {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      stamps.has(key) && value instanceof Timestamp ? isoMoment(value) : jsonValue(value),
    ]),
  );
}

const mapToJson = (map: object): JsonObject =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, jsonValue(value)]));

function jsonValue(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : { unsupported: String(value) };
  if (Array.isArray(value)) return value.map(jsonValue);
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) return mapToJson(value);
  return { unsupported: typeof value === 'object' ? (value.constructor.name ?? 'object') : typeof value };
}

const isoMoment = (timestamp: Timestamp): string => timestamp.toDate().toISOString();

/** A timestamp with nanoseconds, as text that sorts by time. It identifies a version of a document. */
export function exactMoment(timestamp: Timestamp): string {
  const seconds = new Date(timestamp.seconds * 1_000).toISOString().slice(0, 19);
  return `${seconds}.${String(timestamp.nanoseconds).padStart(9, '0')}Z`;
}

const moments = new Set(['at', 'created_at']);

/** Converts JSON to a document's fields: texts in `at` and `created_at` become timestamps. */
export function toFields(data: JsonObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([key, value]) => [
      key,
      moments.has(key) && typeof value === 'string' ? Timestamp.fromDate(new Date(value)) : value,
    ]),
  );
}
