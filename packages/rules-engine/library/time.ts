import type { RulesDuration, RulesTimestamp } from '../values.ts';
import { duration, RulesError, timestamp } from '../values.ts';
import type { LibraryTable } from './signature.ts';
import { takes } from './signature.ts';

const MILLI = 1_000_000n;
const SECOND = 1_000_000_000n;
const MINUTE = 60n * SECOND;
const HOUR = 60n * MINUTE;
const DAY = 24n * HOUR;
const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['w', 7n * DAY],
  ['d', DAY],
  ['h', HOUR],
  ['m', MINUTE],
  ['s', SECOND],
  ['ms', MILLI],
  ['ns', 1n],
]);

// The ranges of google.protobuf.Timestamp (years 1 to 9999) and Duration (10,000 years either way).
const startOfYear = (year: number): bigint => BigInt(new Date(0).setUTCFullYear(year, 0, 1)) * MILLI;
const EARLIEST = startOfYear(1);
const LATEST = startOfYear(10_000) - 1n;
const LONGEST = 315_576_000_000n * SECOND;

/** The timestamp, or the error that it lies outside the years 1 to 9999. */
export function timestampAt(nanos: bigint): RulesTimestamp | RulesError {
  return nanos < EARLIEST || nanos > LATEST ? new RulesError('Timestamp out of range') : timestamp(nanos);
}

/** The duration, or the error that it is longer than 10,000 years. */
export function durationOf(nanos: bigint): RulesDuration | RulesError {
  return nanos > LONGEST || nanos < -LONGEST ? new RulesError('Duration out of range') : duration(nanos);
}

const floorDivide = (a: bigint, b: bigint): bigint => (a - modulo(a, b)) / b;
const modulo = (a: bigint, b: bigint): bigint => ((a % b) + b) % b;
const dateOf = (time: RulesTimestamp): Date => new Date(Number(floorDivide(time.nanos, MILLI)));
const midnight = (time: RulesTimestamp): bigint => time.nanos - modulo(time.nanos, DAY);

/** Methods of timestamps, all in UTC. */
export const TIMESTAMP_METHODS: LibraryTable = {
  date: takes(['timestamp'], ([self]) => timestamp(midnight(self))),
  day: takes(['timestamp'], ([self]) => BigInt(dateOf(self).getUTCDate())),
  dayOfWeek: takes(['timestamp'], ([self]) => BigInt(dateOf(self).getUTCDay() || 7)),
  dayOfYear: takes(['timestamp'], ([self]) => {
    return (midnight(self) - startOfYear(dateOf(self).getUTCFullYear())) / DAY + 1n;
  }),
  hours: takes(['timestamp'], ([self]) => BigInt(dateOf(self).getUTCHours())),
  minutes: takes(['timestamp'], ([self]) => BigInt(dateOf(self).getUTCMinutes())),
  month: takes(['timestamp'], ([self]) => BigInt(dateOf(self).getUTCMonth() + 1)),
  nanos: takes(['timestamp'], ([self]) => modulo(self.nanos, SECOND)),
  seconds: takes(['timestamp'], ([self]) => BigInt(dateOf(self).getUTCSeconds())),
  time: takes(['timestamp'], ([self]) => duration(modulo(self.nanos, DAY))),
  toMillis: takes(['timestamp'], ([self]) => floorDivide(self.nanos, MILLI)),
  year: takes(['timestamp'], ([self]) => BigInt(dateOf(self).getUTCFullYear())),
};

/** Methods of durations. */
export const DURATION_METHODS: LibraryTable = {
  nanos: takes(['duration'], ([self]) => self.nanos % SECOND),
  seconds: takes(['duration'], ([self]) => self.nanos / SECOND),
};

/** The namespace `timestamp`. */
export const TIMESTAMP_FUNCTIONS: LibraryTable = {
  date: takes(['int', 'int', 'int'], ([year, month, day]) => {
    if (year < 1n || year > 9999n) return new RulesError('timestamp.date: the year must be 1 to 9999');
    const millis = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
    const date = new Date(millis);
    const isReal = BigInt(date.getUTCMonth() + 1) === month && BigInt(date.getUTCDate()) === day;
    return isReal ? timestamp(BigInt(millis) * MILLI) : new RulesError('timestamp.date: there is no such day');
  }),
  value: takes(['int'], ([millis]) => timestampAt(millis * MILLI)),
};

/** The namespace `duration`. */
export const DURATION_FUNCTIONS: LibraryTable = {
  abs: takes(['duration'], ([value]) => duration(value.nanos < 0n ? -value.nanos : value.nanos)),
  time: takes(['int', 'int', 'int', 'int'], ([hours, minutes, seconds, nanos]) =>
    durationOf(hours * HOUR + minutes * MINUTE + seconds * SECOND + nanos),
  ),
  value: takes(['int', 'string'], ([magnitude, unit]) => {
    const nanos = UNITS.get(unit);
    return nanos === undefined
      ? new RulesError(`duration.value: unknown unit "${unit}", use ${[...UNITS.keys()].join(', ')}`)
      : durationOf(magnitude * nanos);
  }),
};
