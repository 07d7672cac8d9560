import { formatFieldPath } from './field-path.ts';
import { nameOf } from './resource-name.ts';
import { invalid } from './status.ts';
import { GeoPoint, isVector, Reference, Timestamp } from './value.ts';
import type { Document, Value, ValueMap } from './value.ts';

/** Source: "Usage and limits" and "Storage size calculations" in the Firestore documentation. */
export const limits = {
  documentBytes: 1_048_576,
  fieldBytes: 1_048_487,
  fieldNameBytes: 1500,
  depth: 20,
  /**
   * Transforms of one document in one commit. The number of writes per commit has no limit since March 29, 2023
   * (release notes).
   */
  transforms: 500,
  requestBytes: 11_534_336,
  /** Nesting of request bodies: 20 levels of maps take 60 levels of JSON. */
  jsonDepth: 200,
  disjunctions: 30,
  notIn: 10,
  pageSize: 300,
  transactionMillis: 270_000,
  transactionIdleMillis: 60_000,
} as const;

/** Refuses a document that Firestore would not store. */
export function checkDocument(project: string, document: Document): void {
  checkMap(document.fields, [], 1);
  const size = documentSize(document);
  if (size <= limits.documentBytes) return;
  const digits = (n: number): string => n.toLocaleString('en-US');
  invalid(
    `Document "${nameOf(project, document.path)}" cannot be written because its size (${digits(size)} bytes) ` +
      `exceeds the maximum allowed size of ${digits(limits.documentBytes)} bytes.`,
  );
}

function checkMap(map: ValueMap, at: readonly string[], depth: number): void {
  for (const [name, value] of map) {
    const path = [...at, name];
    if (name === '') invalid('A field name must not be empty.');
    if (name.length > 500 && Buffer.byteLength(name) > limits.fieldNameBytes) {
      invalid(`The name of property "${name.slice(0, 20)}…" is longer than ${limits.fieldNameBytes} bytes.`);
    }
    if (/^__.*__$/s.test(name) && !isVector(map)) {
      invalid(`Property name "${name}" is reserved: it must not match the regular expression __.*__`);
    }
    checkValue(value, path, depth);
  }
}

function checkValue(value: Value, path: readonly string[], depth: number): void {
  if (value instanceof Map) {
    if (depth >= limits.depth) tooDeep(path);
    checkMap(value, path, depth + 1);
  } else if (Array.isArray(value)) {
    if (depth >= limits.depth) tooDeep(path);
    for (const item of value) {
      if (Array.isArray(item)) invalid('Cannot convert an array value in an array value.');
      checkValue(item, path, depth + 1);
    }
  } else if (typeof value === 'string' || value instanceof Uint8Array) {
    const size = typeof value === 'string' ? Buffer.byteLength(value) : value.length;
    if (size > limits.fieldBytes) {
      invalid(`The value of property "${formatFieldPath(path)}" is longer than ${limits.fieldBytes} bytes.`);
    }
  }
}

function tooDeep(path: readonly string[]): never {
  return invalid(`Property "${formatFieldPath(path)}" is nested deeper than the maximum depth of ${limits.depth}.`);
}

export function documentSize(document: Document): number {
  return nameSize(document.path) + mapSize(document.fields) + 32;
}

/** The bytes of each id plus one, and 16 for the name. */
function nameSize(path: string): number {
  return path.split('/').reduce((size, id) => size + Buffer.byteLength(id) + 1, 16);
}

function mapSize(map: ValueMap): number {
  let size = 0;
  for (const [name, value] of map) size += Buffer.byteLength(name) + 1 + valueSize(value);
  return size;
}

function valueSize(value: Value): number {
  if (value === null || typeof value === 'boolean') return 1;
  if (typeof value === 'string') return Buffer.byteLength(value) + 1;
  if (typeof value !== 'object' || value instanceof Timestamp) return 8;
  if (value instanceof Map) return mapSize(value);
  if (Array.isArray(value)) return value.reduce<number>((size, item) => size + valueSize(item), 0);
  if (value instanceof GeoPoint) return 16;
  if (value instanceof Reference) return nameSize(value.name.split('/').slice(5).join('/'));
  return value.length;
}
