import { formatFieldPath } from './field-path.ts';
import type { FieldPath } from './field-path.ts';
import type { Value } from './value.ts';

export type Operator =
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
  FieldFilter | { kind: 'and'; filters: readonly Filter[] } | { kind: 'or'; filters: readonly Filter[] };

export const negations: ReadonlySet<Operator> = new Set<Operator>(['!=', 'not-in', 'is-not-null', 'is-not-nan']);
const inequalities: ReadonlySet<Operator> = new Set<Operator>(['<', '<=', '>', '>=', ...negations]);

export function fieldsOf(filter: Filter): FieldPath[] {
  return leaves(filter).map(({ path }) => path);
}

/** The formatted paths of all fields that a filter compares other than by equality. */
export function inequalityFields(filter: Filter): string[] {
  return leaves(filter).flatMap(({ op, path }) => (inequalities.has(op) ? [formatFieldPath(path)] : []));
}

export function leaves(filter: Filter): FieldFilter[] {
  return filter.kind === 'field' ? [filter] : filter.filters.flatMap(leaves);
}
