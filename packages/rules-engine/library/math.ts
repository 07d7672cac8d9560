import { RulesError } from '../values.ts';
import type { LibraryTable } from './signature.ts';
import { int64, takes } from './signature.ts';

const toInteger =
  (round: (value: number) => number) =>
  ([value]: readonly [bigint | number]): bigint | RulesError => {
    if (typeof value === 'bigint') return value;
    return Number.isFinite(value) ? int64(BigInt(round(value))) : new RulesError(`${value} is no integer`);
  };

/** The namespace `math`. */
export const MATH_FUNCTIONS: LibraryTable = {
  abs: takes(['number'], ([value]) =>
    typeof value === 'number' ? Math.abs(value) : int64(value < 0n ? -value : value),
  ),
  ceil: takes(['number'], toInteger(Math.ceil)),
  floor: takes(['number'], toInteger(Math.floor)),
  isInfinite: takes(['number'], ([value]) => value === Infinity || value === -Infinity),
  isNaN: takes(['number'], ([value]) => Number.isNaN(value)),
  pow: takes(['number', 'number'], ([base, exponent]) => Number(base) ** Number(exponent)),
  round: takes(['number'], toInteger(Math.round)),
  sqrt: takes(['number'], ([value]) => Math.sqrt(Number(value))),
};
