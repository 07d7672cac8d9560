import { getField, isDocumentId, parseFieldPath } from './field-path.ts';
import type { FieldPath } from './field-path.ts';
import { bigintOf } from './proto-value.ts';
import { invalid } from './status.ts';
import type { Document, Value, ValueMap } from './value.ts';
import type { WireAggregation } from './wire.ts';

export interface Aggregation {
  alias: string;
  kind: 'count' | 'sum' | 'avg';
  /** Absent for counts. */
  path: FieldPath | null;
  /** The limit of a count. */
  upTo: number | null;
}

const maxAggregations = 5;

export function readAggregations(wires: readonly WireAggregation[]): Aggregation[] {
  if (wires.length === 0) invalid('Aggregations can not be empty.');
  if (wires.length > maxAggregations) invalid(`maximum number of aggregations is ${maxAggregations}`);
  let unnamed = 0;
  const aggregations = wires.map((wire): Aggregation => {
    const alias = wire.alias === '' ? `field_${++unnamed}` : wire.alias;
    if (wire.operator === undefined) return invalid('Aggregation has no operator.');
    if (wire.operator === 'count') {
      const upTo = wire.count.upTo === null ? null : Number(bigintOf(wire.count.upTo.value));
      if (upTo !== null && upTo < 0)
        invalid('The `up_to` value in a COUNT aggregation must be greater than or equal to zero.');
      return { alias, kind: 'count', path: null, upTo };
    }
    const path = parseFieldPath(wire[wire.operator].field?.fieldPath ?? '');
    if (isDocumentId(path)) invalid('Aggregations other than count are not supported on __name__.');
    return { alias, kind: wire.operator, path, upTo: null };
  });
  if (new Set(aggregations.map(({ alias }) => alias)).size < aggregations.length)
    invalid('Aggregation aliases must be unique.');
  return aggregations;
}

/** The aggregations over a query's results, by alias. Counts need only the number of the results. */
export function aggregate(
  { documents, count }: { documents: readonly Document[]; count: number },
  aggregations: readonly Aggregation[],
): ValueMap {
  return new Map(
    aggregations.map(({ alias, kind, path, upTo }): [string, Value] => {
      if (kind === 'count' || path === null) return [alias, BigInt(Math.min(count, upTo ?? Infinity))];
      const numbers = documents.map(({ fields }) => getField(fields, path)).filter(isNumber);
      return [alias, kind === 'sum' ? sum(numbers) : average(numbers)];
    }),
  );
}

function isNumber(value: Value | undefined): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

const largest = 2n ** 63n - 1n;
const smallest = -(2n ** 63n);

/** An integer if all values are integers and their sum fits 64 bits, otherwise a double. */
function sum(numbers: readonly (bigint | number)[]): Value {
  let integers = 0n;
  let doubles = 0;
  let exact = true;
  for (const number of numbers) {
    if (typeof number === 'bigint') integers += number;
    else {
      exact = false;
      doubles += number;
    }
  }
  if (exact && integers >= smallest && integers <= largest) return integers;
  return doubles + Number(integers);
}

function average(numbers: readonly (bigint | number)[]): Value {
  return numbers.length === 0 ? null : Number(sum(numbers)) / numbers.length;
}
