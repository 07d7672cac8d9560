import type { RulesValue } from '../values.ts';
import { pathText, RulesError, rulesPath, typeName } from '../values.ts';
import type { LibraryTable } from './signature.ts';
import { int64, takes } from './signature.ts';

/** The global conversions. */
export const CONVERSIONS: LibraryTable = {
  bool: takes(['any'], ([value]) => toBool(value)),
  float: takes(['any'], ([value]) => toFloat(value)),
  int: takes(['any'], ([value]) => toInt(value)),
  path: takes(['string'], ([value]) => toPath(value)),
  string: takes(['any'], ([value]) => toText(value)),
};

function cannot(target: string, value: RulesValue): RulesError {
  const subject = typeof value === 'string' ? JSON.stringify(value) : `a ${typeName(value)}`;
  return new RulesError(`${subject} cannot be converted to ${target}`);
}

function toBool(value: RulesValue): boolean | RulesError {
  if (typeof value === 'boolean') return value;
  return value === 'true' || value === 'false' ? value === 'true' : cannot('bool', value);
}

function toInt(value: RulesValue): bigint | RulesError {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number')
    return Number.isFinite(value) ? int64(BigInt(Math.trunc(value))) : cannot('int', value);
  if (typeof value !== 'string' || !/^[+-]?[0-9]+$/.test(value)) return cannot('int', value);
  return int64(BigInt(value.replace(/^\+/, '')));
}

function toFloat(value: RulesValue): number | RulesError {
  if (typeof value === 'bigint' || typeof value === 'number') return Number(value);
  const isNumeric = typeof value === 'string' && /^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(value);
  return isNumeric ? Number(value) : cannot('float', value);
}

function toPath(value: string): RulesValue | RulesError {
  return /^\/?[^/]+(\/[^/]+)*$/.test(value) ? rulesPath(value) : cannot('path', value);
}

/** The result of `string()`: numbers in decimals, floats with a fraction, paths with their leading slash. */
export function toText(value: RulesValue): string | RulesError {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  return 'kind' in value && value.kind === 'path' ? pathText(value) : cannot('string', value);
}
