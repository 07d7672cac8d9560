import { same } from './equality.ts';
import { isItemOf } from './library/collection.ts';
import { int64 } from './library/signature.ts';
import { durationOf, timestampAt } from './library/time.ts';
import type { BinaryOperator } from './syntax.ts';
import type { Outcome, RulesDuration, RulesTimestamp, Value } from './values.ts';
import { isStorable, RulesError, typeName } from './values.ts';

type Operator = (left: Value, right: Value) => Outcome;

const PARTLY_KNOWN = 'The query does not fix the whole document, only single fields can be read';

const isTagged = (value: Value, kind: 'timestamp' | 'duration'): value is RulesTimestamp | RulesDuration =>
  value !== null && typeof value === 'object' && 'kind' in value && value.kind === kind;
const isTime = (value: Value): value is RulesTimestamp => isTagged(value, 'timestamp');
const isSpan = (value: Value): value is RulesDuration => isTagged(value, 'duration');
const isNumber = (value: Value): value is bigint | number => typeof value === 'bigint' || typeof value === 'number';

function mismatch(operator: string, left: Value, right: Value): RulesError {
  return new RulesError(`"${operator}" does not work on ${typeName(left)} and ${typeName(right)}`);
}

/** The number of a `RulesFixedNumber`; every other value unchanged. */
function comparable(value: Value): Value {
  return value !== null && typeof value === 'object' && 'kind' in value && value.kind === 'fixed' ? value.value : value;
}

function equals(first: Value, second: Value): boolean | RulesError {
  const left = comparable(first);
  const right = comparable(second);
  if (left === null || right === null) return left === right;
  if (!isStorable(left) || !isStorable(right))
    return new RulesError(isPartial(left, right) ? PARTLY_KNOWN : 'These values cannot be compared');
  return same(left, right);
}

const isPartial = (...values: Value[]): boolean =>
  values.some((value) => value !== null && typeof value === 'object' && 'kind' in value && value.kind === 'partial');

/** A negative number, zero or a positive number; NaN for NaN; an error if the types have no common order. */
function order(operator: string, first: Value, second: Value): number | RulesError {
  const left = comparable(first);
  const right = comparable(second);
  if (isNumber(left) && isNumber(right)) return left < right ? -1 : left > right ? 1 : left == right ? 0 : NaN;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  if ((isTime(left) && isTime(right)) || (isSpan(left) && isSpan(right))) {
    return left.nanos < right.nanos ? -1 : left.nanos > right.nanos ? 1 : 0;
  }
  return mismatch(operator, left, right);
}

const ordered =
  (operator: string, holds: (order: number) => boolean): Operator =>
  (left, right) => {
    const found = order(operator, left, right);
    return typeof found === 'number' ? holds(found) : found;
  };

const arithmetic =
  (
    operator: string,
    ints: (a: bigint, b: bigint) => bigint | RulesError,
    floats: (a: number, b: number) => number,
  ): Operator =>
  (left, right) => {
    if (typeof left === 'bigint' && typeof right === 'bigint') return ints(left, right);
    return isNumber(left) && isNumber(right) ? floats(Number(left), Number(right)) : mismatch(operator, left, right);
  };

const addNumbers = arithmetic(
  '+',
  (a, b) => int64(a + b),
  (a, b) => a + b,
);
const subtractNumbers = arithmetic(
  '-',
  (a, b) => int64(a - b),
  (a, b) => a - b,
);

function add(left: Value, right: Value): Outcome {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (isSpan(left) && isSpan(right)) return durationOf(left.nanos + right.nanos);
  if ((isTime(left) && isSpan(right)) || (isSpan(left) && isTime(right))) return timestampAt(left.nanos + right.nanos);
  return addNumbers(left, right);
}

function subtract(left: Value, right: Value): Outcome {
  if ((isSpan(left) && isSpan(right)) || (isTime(left) && isTime(right))) return durationOf(left.nanos - right.nanos);
  if (isTime(left) && isSpan(right)) return timestampAt(left.nanos - right.nanos);
  return subtractNumbers(left, right);
}

const divisor = (b: bigint, result: () => bigint): bigint | RulesError =>
  b === 0n ? new RulesError('Division by zero') : int64(result());

function isIn(value: Value, container: Value): boolean | RulesError {
  if (!isStorable(value))
    return new RulesError(isPartial(value) ? PARTLY_KNOWN : `${typeName(value)} is in no collection`);
  if (Array.isArray(container)) return isItemOf(value, container);
  if (container instanceof Map) {
    return typeof value === 'string'
      ? container.has(value)
      : new RulesError(`The keys of a map are strings, not ${typeName(value)}`);
  }
  if (container === null || typeof container !== 'object' || !('kind' in container))
    return mismatch('in', value, container);
  if (container.kind === 'set') return isItemOf(value, container);
  if (container.kind !== 'partial') return mismatch('in', value, container);
  const isKnown = typeof value === 'string' && container.known.has(value);
  return isKnown ? true : new RulesError(PARTLY_KNOWN);
}

/** Every operator except `&&` and `||`, which evaluate their operands lazily. */
export const OPERATORS: Readonly<Record<Exclude<BinaryOperator, '&&' | '||'>, Operator>> = {
  '==': equals,
  '!=': (left, right) => {
    const same = equals(left, right);
    return typeof same === 'boolean' ? !same : same;
  },
  '<': ordered('<', (found) => found < 0),
  '<=': ordered('<=', (found) => found <= 0),
  '>': ordered('>', (found) => found > 0),
  '>=': ordered('>=', (found) => found >= 0),
  in: isIn,
  '+': add,
  '-': subtract,
  '*': arithmetic(
    '*',
    (a, b) => int64(a * b),
    (a, b) => a * b,
  ),
  '/': arithmetic(
    '/',
    (a, b) => divisor(b, () => a / b),
    (a, b) => a / b,
  ),
  '%': arithmetic(
    '%',
    (a, b) => divisor(b, () => a % b),
    (a, b) => a % b,
  ),
};

export function negate(value: Value): Outcome {
  if (typeof value === 'bigint') return int64(-value);
  if (typeof value === 'number') return -value;
  return isSpan(value) ? durationOf(-value.nanos) : new RulesError(`"-" does not work on ${typeName(value)}`);
}

/** `target.name` */
export function memberOf(target: Value, name: string): Outcome {
  if (target instanceof Map) {
    const value = target.get(name);
    return value === undefined ? new RulesError(`Property ${name} is undefined on object`) : value;
  }
  if (target === null) return new RulesError(`Null value error: there is no property ${name} of null`);
  if (typeof target !== 'object' || !('kind' in target))
    return new RulesError(`There is no property ${name} on ${typeName(target)}`);
  if (target.kind === 'partial') return target.known.get(name) ?? unknownField(target.known, name);
  if (target.kind === 'path') {
    const value = target.bound?.get(name);
    return value === undefined ? new RulesError(`Nothing is bound as ${name} in the path`) : value;
  }
  return new RulesError(`There is no property ${name} on ${typeName(target)}`);
}

function unknownField(known: ReadonlyMap<string, Value>, name: string): Outcome {
  return known.has(name) ? null : new RulesError(`The query does not fix the field ${name}`);
}

/** `target[index]` */
export function elementOf(target: Value, index: Value): Outcome {
  if (typeof index === 'string') {
    const isKeyed = target instanceof Map || (target !== null && typeof target === 'object' && 'kind' in target);
    return isKeyed ? memberOf(target, index) : new RulesError(`${typeName(target)} has no keys`);
  }
  if (typeof index !== 'bigint') return new RulesError(`An index is an int or a string, not ${typeName(index)}`);
  const items = sequenceOf(target);
  if (items instanceof RulesError) return items;
  const item = index < 0n ? undefined : items[Number(index)];
  return item === undefined ? new RulesError(`Index ${index} is out of range`) : item;
}

/** `target[from:to]`: `from` and `to - 1` must be indexes and in order, so an empty list or string has no range. */
export function rangeOf(target: Value, from: Value, to: Value): Outcome {
  if (typeof from !== 'bigint' || typeof to !== 'bigint') return new RulesError('The bounds of a range are ints');
  if (typeof target !== 'string' && !Array.isArray(target)) return new RulesError(`${typeName(target)} has no ranges`);
  const size = BigInt(target.length);
  const isInside = from >= 0n && from < size && to >= 1n && to <= size && from <= to;
  return isInside ? target.slice(Number(from), Number(to)) : new RulesError(`Range ${from}:${to} is out of bounds`);
}

function sequenceOf(target: Value): ArrayLike<Value> | RulesError {
  if (Array.isArray(target) || typeof target === 'string') return target;
  if (target !== null && typeof target === 'object' && 'kind' in target && target.kind === 'path')
    return target.segments;
  return new RulesError(`${typeName(target)} has no index`);
}
