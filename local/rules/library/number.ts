import type { RulesValue } from '../values.ts';
import { pathText, RulesError, rulesPath, typeName } from '../values.ts';
import type { LibraryTable } from './signature.ts';
import { int64, takes } from './signature.ts';

const rounded =
  (round: (value: number) => number) =>
  ([value]: readonly [bigint | number]): bigint | RulesError => {
    if (typeof value === 'bigint') return value;
    return Number.isFinite(value) ? int64(BigInt(round(value))) : new RulesError('Not a finite number');
  };

/** The namespace `math`. */
export const MATH_FUNCTIONS: LibraryTable = {
  abs: takes(['number'], ([value]) => {
    if (typeof value === 'number') return Math.abs(value);
    return int64(value < 0n ? -value : value);
  }),
  ceil: takes(['number'], rounded(Math.ceil)),
  floor: takes(['number'], rounded(Math.floor)),
  isInfinite: takes(['number'], ([value]) => value === Infinity || value === -Infinity),
  isNaN: takes(['number'], ([value]) => Number.isNaN(value)),
  pow: takes(['number', 'number'], ([base, exponent]) => Number(base) ** Number(exponent)),
  round: takes(
    ['number'],
    rounded((value) => Math.sign(value) * Math.round(Math.abs(value))),
  ),
  sqrt: takes(['number'], ([value]) => Math.sqrt(Number(value))),
};

/** The global conversions. */
export const CONVERSIONS: LibraryTable = {
  bool: takes(['any'], ([value]) => {
    if (typeof value === 'boolean') return value;
    return value === 'true' || value === 'false' ? value === 'true' : cannot('bool', value);
  }),
  float: takes(['any'], ([value]) => toFloat(value)),
  int: takes(['any'], ([value]) => toInt(value)),
  path: takes(['string'], ([value]) =>
    /^\/?[^/]+(\/[^/]+)*$/.test(value) ? rulesPath(value) : new RulesError(`path: "${value}" is not a path`),
  ),
  string: takes(['any'], ([value]) => toText(value)),
};

const cannot = (target: string, value: RulesValue): RulesError =>
  new RulesError(
    typeof value === 'string'
      ? `${target}: "${value}" cannot be converted`
      : `${target}: no conversion from ${typeName(value)}`,
  );

function toInt(value: RulesValue): bigint | RulesError {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number')
    return Number.isFinite(value) ? int64(BigInt(Math.trunc(value))) : cannot('int', value);
  return typeof value === 'string' && /^[+-]?[0-9]+$/.test(value)
    ? int64(BigInt(value.replace(/^\+/, '')))
    : cannot('int', value);
}

function toFloat(value: RulesValue): number | RulesError {
  if (typeof value === 'bigint' || typeof value === 'number') return Number(value);
  const isNumeric = typeof value === 'string' && /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(value);
  return isNumeric ? Number(value) : cannot('float', value);
}

function toText(value: RulesValue): string | RulesError {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  return typeof value === 'object' && 'kind' in value && value.kind === 'path'
    ? pathText(value)
    : cannot('string', value);
}
