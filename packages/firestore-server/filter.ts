import { accessorOf, type FieldPath, formatFieldPath, isDocumentId, parseFieldPath } from './field-path.ts';
import { limits } from './limits.ts';
import { compareValues, equalValues, typeRank } from './order.ts';
import { fromProto } from './proto-value.ts';
import { nameOf } from './resource-name.ts';
import { invalid } from './status.ts';
import { type Document, Reference, type Value } from './value.ts';
import type { WireFilter } from './wire.ts';

type Operator =
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'not-in'
  | 'array-contains'
  | 'array-contains-any'
  | 'is-nan'
  | 'is-null'
  | 'is-not-nan'
  | 'is-not-null';

export interface FieldFilter {
  kind: 'field';
  path: FieldPath;
  op: Operator;
  /** null for the unary operators. */
  value: Value;
}

export type Filter =
  | FieldFilter
  | { kind: 'and'; filters: readonly Filter[] }
  | { kind: 'or'; filters: readonly Filter[] };

const negations: ReadonlySet<Operator> = new Set<Operator>(['!=', 'not-in', 'is-not-null', 'is-not-nan']);
const inequalities: ReadonlySet<Operator> = new Set<Operator>(['<', '<=', '>', '>=', ...negations]);

export function fieldsOf(filter: Filter): FieldPath[] {
  return leaves(filter).map(({ path }) => path);
}

/** The formatted paths of all fields that a filter compares other than by equality. */
export function inequalityFields(filter: Filter): string[] {
  return leaves(filter).flatMap(({ op, path }) => (inequalities.has(op) ? [formatFieldPath(path)] : []));
}

function leaves(filter: Filter): FieldFilter[] {
  return filter.kind === 'field' ? [filter] : filter.filters.flatMap(leaves);
}

const fieldOperators: readonly (Operator | null)[] = [
  null,
  '<',
  '<=',
  '>',
  '>=',
  '==',
  '!=',
  'array-contains',
  'in',
  'array-contains-any',
  'not-in',
];
const unaryOperators: readonly (Operator | null)[] = [null, null, 'is-nan', 'is-null', 'is-not-nan', 'is-not-null'];

export function readFilter(wire: WireFilter): Filter {
  const filter = read(wire);
  checkCombination(filter);
  return filter;
}

function read(wire: WireFilter): Filter {
  switch (wire.filterType) {
    case 'compositeFilter': {
      const { op, filters } = wire.compositeFilter;
      if (op !== 1 && op !== 2) invalid('Composite filter has no operator.');
      if (filters.length === 0) invalid('Composite filter must contain at least one filter.');
      return { kind: op === 1 ? 'and' : 'or', filters: filters.map(read) };
    }
    case 'unaryFilter': {
      const op = unaryOperators[wire.unaryFilter.op] ?? invalid('Unary filter has no operator.');
      if (wire.unaryFilter.operandType === undefined) invalid('Unary filter has no field.');
      return { kind: 'field', path: parseFieldPath(wire.unaryFilter.field.fieldPath), op, value: null };
    }
    case 'fieldFilter': {
      const { field, value } = wire.fieldFilter;
      const op = fieldOperators[wire.fieldFilter.op] ?? invalid('Field filter has no operator.');
      if (field === null || value === null) return invalid('Field filter needs a field and a value.');
      return normalize(
        checkOperand({ kind: 'field', path: parseFieldPath(field.fieldPath), op, value: fromProto(value) }),
      );
    }
    default:
      return invalid('Filter has no type.');
  }
}

function checkOperand(filter: FieldFilter): FieldFilter {
  const { op, value } = filter;
  const name = { in: 'IN', 'not-in': 'NOT_IN', 'array-contains-any': 'ARRAY_CONTAINS_ANY' }[op as string];
  if (name !== undefined) {
    if (!Array.isArray(value) || value.length === 0) {
      return invalid(`'${name}' requires an non-empty ArrayValue.`);
    }
    const most = op === 'not-in' ? limits.notIn : limits.disjunctions;
    if (value.length > most) invalid(`'${name}' supports up to ${most} comparison values.`);
  }
  if (isDocumentId(filter.path)) {
    const operands = name === undefined ? [value] : (value as Value[]);
    if (op === 'array-contains' || op === 'array-contains-any') invalid('__key__ filter value must be a Key');
    if (!operands.every((operand) => operand instanceof Reference)) invalid('__key__ filter value must be a Key');
  }
  return filter;
}

/** Converts equality with null or NaN to the unary operator. */
function normalize(filter: FieldFilter): FieldFilter {
  const { op, value } = filter;
  if (op !== '==' && op !== '!=') return filter;
  if (value === null) return { ...filter, op: op === '==' ? 'is-null' : 'is-not-null' };
  if (typeof value === 'number' && Number.isNaN(value)) {
    return { ...filter, op: op === '==' ? 'is-nan' : 'is-not-nan', value: null };
  }
  return filter;
}

function checkCombination(filter: Filter): void {
  const fields = leaves(filter);
  const negated = fields.filter(({ op }) => negations.has(op));
  if (negated.length > 1) {
    invalid("Only a single 'NOT_EQUAL', 'NOT_IN', 'IS_NOT_NAN', or 'IS_NOT_NULL' filter allowed per query.");
  }
  const notIn = negated.some(({ op }) => op === 'not-in');
  if (notIn && (hasOr(filter) || fields.some(({ op }) => op === 'in' || op === 'array-contains-any'))) {
    invalid("'NOT_IN' cannot be used in the same query with 'IN', 'ARRAY_CONTAINS_ANY' or 'OR'.");
  }
  const disjunctions = countDisjunctions(filter);
  if (disjunctions > limits.disjunctions) {
    invalid(
      `Too many disjunctions after normalization. Result had ${disjunctions} disjunctions which is more than the maximum of ${limits.disjunctions}`,
    );
  }
  for (const conjunction of disjunctionsOf(filter)) {
    if (conjunction.filter(({ op }) => op === 'array-contains').length > 1) {
      invalid("A maximum of 1 'ARRAY_CONTAINS' filter is allowed per disjunction.");
    }
  }
  const unequal = new Set(inequalityFields(filter));
  const fixesId = fields.some(({ path, op }) => isDocumentId(path) && (op === '==' || op === 'in'));
  if (fixesId && unequal.size > 0 && !unequal.has('__name__')) {
    invalid(
      'Equality on key is not allowed if there are other inequality fields and key does not appear in inequalities.',
    );
  }
}

function hasOr(filter: Filter): boolean {
  return filter.kind === 'or' || (filter.kind === 'and' && filter.filters.some(hasOr));
}

/** The number of conjunctions of the filter in disjunctive normal form. */
function countDisjunctions(filter: Filter): number {
  if (filter.kind === 'field') {
    return (filter.op === 'in' || filter.op === 'array-contains-any') && Array.isArray(filter.value)
      ? filter.value.length
      : 1;
  }
  const counts = filter.filters.map(countDisjunctions);
  return filter.kind === 'or' ? counts.reduce((a, b) => a + b, 0) : counts.reduce((a, b) => a * b, 1);
}

export type Predicate = (document: Document) => boolean;

/** The filter as a function, built once per query. */
export function predicateOf(filter: Filter | null, project: string): Predicate {
  if (filter === null) return () => true;
  if (filter.kind !== 'field') {
    const predicates = filter.filters.map((inner) => predicateOf(inner, project));
    return filter.kind === 'and'
      ? (document) => predicates.every((matches) => matches(document))
      : (document) => predicates.some((matches) => matches(document));
  }
  const { path, value } = filter;
  const test = tests[filter.op];
  if (isDocumentId(path)) return (document) => test(new Reference(nameOf(project, document.path)), value);
  const access = accessorOf(path);
  return (document) => {
    const found = access(document);
    return found !== undefined && test(found, value);
  };
}

type Test = (found: Value, operand: Value) => boolean;

const isNaNValue = (value: Value): boolean => Number.isNaN(value);
/** Null and NaN are not equal to any value, including themselves; SDKs query them with the unary operators. */
const equal = (a: Value, b: Value): boolean => a !== null && !isNaNValue(a) && equalValues(a, b);
const includesEqual = (list: Value, value: Value): boolean =>
  Array.isArray(list) && list.some((item) => equal(item, value));

/** Values compare only within their type; null and NaN compare with nothing. */
const compared =
  (accepts: (difference: number) => boolean): Test =>
  (found, operand) =>
    found !== null &&
    !isNaNValue(found) &&
    !isNaNValue(operand) &&
    typeRank(found) === typeRank(operand) &&
    accepts(compareValues(found, operand));

/** The operators on a field that exists; a missing field matches none. */
const tests: Record<Operator, Test> = {
  '==': equal,
  '!=': (found, operand) => found !== null && !equal(found, operand),
  '<': compared((difference) => difference < 0),
  '<=': compared((difference) => difference <= 0),
  '>': compared((difference) => difference > 0),
  '>=': compared((difference) => difference >= 0),
  in: (found, operand) => includesEqual(operand, found),
  // The only operator that treats NaN as an ordinary value.
  'not-in': (found, operand) =>
    found !== null && Array.isArray(operand) && !operand.some((item) => item === null || equalValues(item, found)),
  'array-contains': includesEqual,
  'array-contains-any': (found, operand) =>
    Array.isArray(operand) && operand.some((value) => includesEqual(found, value)),
  'is-nan': isNaNValue,
  'is-null': (found) => found === null,
  'is-not-nan': (found) => found !== null && !isNaNValue(found),
  'is-not-null': (found) => found !== null,
};

/** The filter in disjunctive normal form: `in` and `array-contains-any` become one conjunction per value. */
export function disjunctionsOf(filter: Filter | null): FieldFilter[][] {
  if (filter === null) return [[]];
  if (filter.kind === 'or') return filter.filters.flatMap(disjunctionsOf);
  if (filter.kind === 'and') {
    return filter.filters.reduce<FieldFilter[][]>(
      (products, inner) => products.flatMap((left) => disjunctionsOf(inner).map((right) => [...left, ...right])),
      [[]],
    );
  }
  const { op, value } = filter;
  if (op === 'in' && Array.isArray(value)) return value.map((item) => [{ ...filter, op: '==', value: item }]);
  if (op === 'array-contains-any' && Array.isArray(value)) {
    return value.map((item) => [{ ...filter, op: 'array-contains', value: item }]);
  }
  return [[filter]];
}
