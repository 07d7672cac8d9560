/**
 * The values of the rules language. Integers are `bigint` (64-bit signed), floats are `number`, maps are `Map`, bytes
 * are `Uint8Array`; everything else without a JavaScript counterpart is an object tagged by `kind`.
 */
export type RulesValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | RulesTimestamp
  | RulesDuration
  | RulesLatLng
  | RulesPath
  | RulesValue[]
  | RulesMap
  | RulesSet;

export type RulesMap = Map<string, RulesValue>;

/** A point in time: nanoseconds since 1970-01-01T00:00:00Z. */
export interface RulesTimestamp {
  readonly kind: 'timestamp';
  readonly nanos: bigint;
}

/** A signed length of time in nanoseconds. */
export interface RulesDuration {
  readonly kind: 'duration';
  readonly nanos: bigint;
}

/** Degrees. */
export interface RulesLatLng {
  readonly kind: 'latlng';
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * A complete path such as `/databases/(default)/documents/pages/a`; `bound` holds the values set by `bind()`, by name.
 */
export interface RulesPath {
  readonly kind: 'path';
  readonly segments: readonly string[];
  readonly bound: ReadonlyMap<string, RulesValue> | null;
}

/** Distinct values without an order. */
export interface RulesSet {
  readonly kind: 'set';
  readonly items: readonly RulesValue[];
}

/** The result of `map.diff(other)`: `left` is the map it was called on. */
export interface RulesMapDiff {
  readonly kind: 'mapdiff';
  readonly left: RulesMap;
  readonly right: RulesMap;
}

/** A path literal with `$(name)` placeholders, which `bind()` replaces. */
export interface RulesPathTemplate {
  readonly kind: 'template';
  readonly segments: readonly (string | { readonly placeholder: string })[];
}

/** A map of which a query fixes only some fields. Reading another field or the whole map is an error. */
export interface RulesPartialMap {
  readonly kind: 'partial';
  readonly known: ReadonlyMap<string, Value>;
}

/** A number that a query fixes. Documents may store it as int or float, so it can only be compared. */
export interface RulesFixedNumber {
  readonly kind: 'fixed';
  readonly value: bigint | number;
}

/** Every value of an expression. The types after `RulesValue` cannot be stored in a document. */
export type Value = RulesValue | RulesMapDiff | RulesPathTemplate | RulesPartialMap | RulesFixedNumber;

/** The error of an expression, as a value: it propagates until `&&` or `||` absorbs it or the rule denies. */
export class RulesError {
  readonly message: string;
  /** Offset in the source of the expression that failed; -1 until the call site is known. */
  offset: number;

  constructor(message: string, offset = -1) {
    this.message = message;
    this.offset = offset;
  }
}

export type Outcome = Value | RulesError;

export const timestamp = (nanos: bigint): RulesTimestamp => ({ kind: 'timestamp', nanos });
export const duration = (nanos: bigint): RulesDuration => ({ kind: 'duration', nanos });
export const latLng = (latitude: number, longitude: number): RulesLatLng => ({ kind: 'latlng', latitude, longitude });
export const timestampOfDate = (date: Date): RulesTimestamp => timestamp(BigInt(date.getTime()) * 1_000_000n);

/** The path of slash-separated text; a leading slash is optional. */
export function rulesPath(text: string): RulesPath {
  return pathOf(text.split('/').filter((segment) => segment !== ''));
}

export function pathOf(segments: readonly string[], bound: RulesPath['bound'] = null): RulesPath {
  return { kind: 'path', segments, bound };
}

export const pathText = (path: RulesPath): string => `/${path.segments.join('/')}`;

export type TypeName =
  | 'null'
  | 'bool'
  | 'int'
  | 'float'
  | 'string'
  | 'bytes'
  | 'list'
  | 'map'
  | 'timestamp'
  | 'duration'
  | 'latlng'
  | 'path'
  | 'set'
  | 'mapdiff'
  /** Of a `RulesFixedNumber`: int or float is unknown. */
  | 'number';

export function typeName(value: Value): TypeName {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'float';
    case 'string':
      return 'string';
    default:
      if (value === null) return 'null';
      if (value instanceof Map) return 'map';
      if (Array.isArray(value)) return 'list';
      if (value instanceof Uint8Array) return 'bytes';
      if (value.kind === 'partial') return 'map';
      if (value.kind === 'fixed') return 'number';
      return value.kind === 'template' ? 'path' : value.kind;
  }
}

/** Whether a value may be part of a list, a map or a document. */
export function isStorable(value: Value): value is RulesValue {
  if (value === null || typeof value !== 'object' || !('kind' in value)) return true;
  return value.kind !== 'mapdiff' && value.kind !== 'template' && value.kind !== 'partial' && value.kind !== 'fixed';
}
