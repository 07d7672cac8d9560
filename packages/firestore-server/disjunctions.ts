import type { FieldFilter, Filter } from './filter-tree.ts';

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
