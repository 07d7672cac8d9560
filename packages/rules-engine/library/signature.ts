import type { RE2JS } from 're2js';
import type {
  Outcome,
  RulesDuration,
  RulesLatLng,
  RulesMap,
  RulesMapDiff,
  RulesPath,
  RulesPathTemplate,
  RulesSet,
  RulesTimestamp,
  RulesValue,
  Value,
} from '../values.ts';
import { isStorable, RulesError, typeName } from '../values.ts';

/** The external dependencies of library functions. The ruleset caches compiled patterns. */
export interface Tools {
  pattern(source: string): RE2JS | RulesError;
}

/**
 * The parameter types of the library. `items` is a list or a set, `text` a string or bytes, `keys` a key or a list of
 * keys.
 */
interface Kinds {
  any: RulesValue;
  bool: boolean;
  int: bigint;
  number: bigint | number;
  string: string;
  bytes: Uint8Array;
  text: string | Uint8Array;
  list: readonly RulesValue[];
  items: readonly RulesValue[] | RulesSet;
  keys: string | readonly RulesValue[];
  map: RulesMap;
  set: RulesSet;
  mapdiff: RulesMapDiff;
  timestamp: RulesTimestamp;
  duration: RulesDuration;
  latlng: RulesLatLng;
  path: RulesPath;
  template: RulesPathTemplate;
}

type Kind = keyof Kinds;
type Arguments<K extends readonly Kind[]> = { readonly [I in keyof K]: Kinds[K[I]] };

const isText = (value: Value): value is string => typeof value === 'string';
const isBytes = (value: Value): value is Uint8Array => value instanceof Uint8Array;
const isList = (value: Value): value is RulesValue[] => Array.isArray(value);
const tagged =
  <T extends { kind: string }>(kind: T['kind']) =>
  (value: Value): boolean =>
    value !== null && typeof value === 'object' && 'kind' in value && value.kind === kind;

const IS: { readonly [K in Kind]: (value: Value) => boolean } = {
  any: isStorable,
  bool: (value) => typeof value === 'boolean',
  int: (value) => typeof value === 'bigint',
  number: (value) => typeof value === 'bigint' || typeof value === 'number',
  string: isText,
  bytes: isBytes,
  text: (value) => isText(value) || isBytes(value),
  list: isList,
  items: (value) => isList(value) || tagged('set')(value),
  keys: (value) => isText(value) || isList(value),
  map: (value) => value instanceof Map,
  set: tagged('set'),
  mapdiff: tagged('mapdiff'),
  timestamp: tagged('timestamp'),
  duration: tagged('duration'),
  latlng: tagged('latlng'),
  path: tagged('path'),
  template: tagged('template'),
};

/** A function of the library; for a method the receiver is the first argument. */
export interface LibraryFunction {
  /** The number of arguments, including the receiver of a method. */
  readonly arity: number;
  /** Returns an error for the first argument with a wrong type. */
  call(args: readonly Value[], tools: Tools): Outcome;
}

export type LibraryTable = Readonly<Record<string, LibraryFunction>>;

/** A library function from its parameter types and its body. */
export function takes<const K extends readonly Kind[]>(
  kinds: K,
  body: (args: Arguments<K>, tools: Tools) => Outcome,
): LibraryFunction {
  const checks = kinds.map((kind) => IS[kind]);
  const fits = (args: readonly Value[]): boolean => {
    for (let at = 0; at < checks.length; at++) {
      const value = args[at];
      if (value === undefined || checks[at]?.(value) !== true) return false;
    }
    return true;
  };
  return {
    arity: kinds.length,
    // `fits` has checked that the arguments are the tuple that the kinds describe; the compiler cannot infer that.
    call: (args, tools) => (fits(args) ? body(args as unknown as Arguments<K>, tools) : typeError(args, kinds)),
  };
}

function typeError(args: readonly Value[], kinds: readonly Kind[]): RulesError {
  for (const [at, kind] of kinds.entries()) {
    const value = args[at];
    if (value === undefined || IS[kind](value)) continue;
    if (value !== null && typeof value === 'object' && 'kind' in value && value.kind === 'partial') {
      return new RulesError('The query does not fix the whole document, only single fields can be read');
    }
    return new RulesError(`Expected ${kind}, found ${typeName(value)}`);
  }
  return new RulesError(`Expected ${kinds.length} arguments`);
}

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);

/** The integer, or the error that it does not fit 64 bits. */
export function int64(value: bigint): bigint | RulesError {
  return value > MAX_INT || value < MIN_INT ? new RulesError('Integer overflow') : value;
}
