import { compareNumbers, equalValues } from './order.ts';
import { fromProto } from './proto-value.ts';
import { formatFieldPath, parseFieldPath } from './field-path.ts';
import type { FieldPath } from './field-path.ts';
import { invalid } from './status.ts';
import type { Timestamp, Value } from './value.ts';
import type { WireTransform } from './wire.ts';

/** A change of one field, computed from its current value. */
export type Transform = { path: FieldPath } & (
  | { kind: 'request-time' }
  | { kind: 'increment' | 'maximum' | 'minimum'; operand: bigint | number }
  | { kind: 'append' | 'remove'; elements: Value[] }
);

export function readTransform(wire: WireTransform): Transform {
  const path = parseFieldPath(wire.fieldPath);
  const kind = wire.transformType;
  switch (kind) {
    case 'setToServerValue':
      if (wire.setToServerValue !== 1) invalid('Transform must set a server value of REQUEST_TIME.');
      return { path, kind: 'request-time' };
    case 'increment':
    case 'maximum':
    case 'minimum':
      return { path, kind, operand: numberOf(fromProto(wire[kind]), path) };
    case 'appendMissingElements':
      return { path, kind: 'append', elements: elementsOf(wire.appendMissingElements.values) };
    case 'removeAllFromArray':
      return { path, kind: 'remove', elements: elementsOf(wire.removeAllFromArray.values) };
    default:
      return invalid(`Transform of "${wire.fieldPath}" names no operation.`);
  }
}

function elementsOf(values: WireTransform['appendMissingElements']['values']): Value[] {
  const elements = values.map(fromProto);
  if (elements.some(Array.isArray)) invalid('Cannot convert an array value in an array value.');
  return elements;
}

function numberOf(value: Value, path: FieldPath): bigint | number {
  if (typeof value === 'bigint' || typeof value === 'number') return value;
  return invalid(`Transform of "${formatFieldPath(path)}" needs an integer or a double.`);
}

export interface Transformed {
  value: Value;
  /** The value in the write's `transform_results`; null for arrays. */
  result: Value;
}

/** Source: `DocumentTransform.FieldTransform` in the Firestore API reference. */
export function applyTransform(transform: Transform, current: Value | undefined, requestTime: Timestamp): Transformed {
  switch (transform.kind) {
    case 'request-time':
      return { value: requestTime, result: requestTime };
    case 'append': {
      const value = Array.isArray(current) ? [...current] : [];
      for (const element of transform.elements) {
        if (!value.some((item) => equalValues(item, element))) value.push(element);
      }
      return { value, result: null };
    }
    case 'remove': {
      const items = Array.isArray(current) ? current : [];
      const value = items.filter((item) => !transform.elements.some((element) => equalValues(item, element)));
      return { value, result: null };
    }
    default: {
      const known = typeof current === 'bigint' || typeof current === 'number';
      const value = known ? arithmetic[transform.kind](current, transform.operand) : transform.operand;
      return { value, result: value };
    }
  }
}

type Operation = (current: bigint | number, operand: bigint | number) => bigint | number;

const arithmetic: Record<'increment' | 'maximum' | 'minimum', Operation> = {
  increment: (current, operand) =>
    typeof current === 'bigint' && typeof operand === 'bigint'
      ? saturate(current + operand)
      : Number(current) + Number(operand),
  maximum: (current, operand) =>
    Number.isNaN(current) || Number.isNaN(operand) ? NaN : compareNumbers(operand, current) > 0 ? operand : current,
  minimum: (current, operand) =>
    Number.isNaN(current) || Number.isNaN(operand) ? NaN : compareNumbers(operand, current) < 0 ? operand : current,
};

const largest = 2n ** 63n - 1n;
const smallest = -(2n ** 63n);

function saturate(sum: bigint): bigint {
  if (sum > largest) return largest;
  return sum < smallest ? smallest : sum;
}
