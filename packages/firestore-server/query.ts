import { formatFieldPath, isDocumentId, parseFieldPath } from './field-path.ts';
import type { FieldPath } from './field-path.ts';
import { fieldsOf, type Filter, inequalityFields, readFilter } from './filter.ts';
import { compareStrings } from './order.ts';
import { fromProto } from './proto-value.ts';
import { checkId } from './resource-name.ts';
import { invalid, refuse } from './status.ts';
import { Reference } from './value.ts';
import type { Value } from './value.ts';
import type { WireCursor, WireQuery } from './wire.ts';

export interface Order {
  path: FieldPath;
  descending: boolean;
}

/** A position in the order of results: just before or just after these leading values. */
export interface Cursor {
  values: readonly Value[];
  before: boolean;
}

export interface Query {
  project: string;
  /** The document below which to search, relative to the documents root; '' for the root. */
  parent: string;
  /** null: every collection. */
  collectionId: string | null;
  allDescendants: boolean;
  where: Filter | null;
  /** The explicit orders of the request. */
  orderBy: readonly Order[];
  /** The orders including Firestore's implicit ones: fields of inequalities, then the name. */
  order: readonly Order[];
  startAt: Cursor | null;
  endAt: Cursor | null;
  offset: number;
  limit: number | null;
  select: readonly FieldPath[] | null;
  /** Fields that a sum or an average reads; documents without one of them are excluded. */
  aggregated: readonly FieldPath[];
}

export function readQuery(project: string, parent: string, wire: WireQuery): Query {
  if (wire.findNearest !== null) refuse('UNIMPLEMENTED', 'Nearest neighbor search is not supported.');
  if (wire.from.length > 1) invalid('Only one collection selector is supported in "from".');
  const from = wire.from[0] ?? { collectionId: '', allDescendants: false };
  if (from.collectionId !== '') checkId(from.collectionId);
  if (wire.offset < 0) invalid('offset is negative');
  const limit = wire.limit?.value ?? null;
  if (limit !== null && limit < 0) invalid('limit is negative');
  const where = wire.where === null ? null : readFilter(wire.where);
  if (from.collectionId === '' && where !== null) requireCollection(where);
  const orderBy = wire.orderBy.map(({ field, direction }) => ({
    path: parseFieldPath(field?.fieldPath ?? ''),
    descending: direction === 2,
  }));
  const order = completeOrder(orderBy, where);
  return {
    project,
    parent,
    collectionId: from.collectionId === '' ? null : from.collectionId,
    allDescendants: from.allDescendants,
    where,
    orderBy,
    order,
    startAt: wire.startAt === null ? null : readCursor(wire.startAt, orderBy),
    endAt: wire.endAt === null ? null : readCursor(wire.endAt, orderBy),
    offset: wire.offset,
    limit,
    select: wire.select === null ? null : wire.select.fields.map(({ fieldPath }) => parseFieldPath(fieldPath)),
    aggregated: [],
  };
}

/** Only ids can be compared across collections of any name. */
function requireCollection(where: Filter): void {
  const field = fieldsOf(where).find((path) => !isDocumentId(path));
  if (field !== undefined) invalid(`kind is required for filter: ${formatFieldPath(field)}`);
}

/** Source: `StructuredQuery.order_by` in the Firestore API reference. */
function completeOrder(orderBy: readonly Order[], where: Filter | null): Order[] {
  const order = [...orderBy];
  const named = new Set<string>();
  for (const field of order.map(({ path }) => formatFieldPath(path))) {
    if (named.has(field)) invalid(`order by clause cannot contain duplicate fields ${field}`);
    named.add(field);
  }
  const descending = order.at(-1)?.descending ?? false;
  const missing = where === null ? [] : [...new Set(inequalityFields(where))].filter((field) => !named.has(field));
  for (const field of missing.sort(compareStrings)) {
    if (field !== '__name__') order.push({ path: parseFieldPath(field), descending });
  }
  if (!named.has('__name__')) order.push({ path: ['__name__'], descending });
  if (order.findIndex(({ path }) => isDocumentId(path)) < order.length - 1) {
    invalid('order by clause cannot contain more fields after the key');
  }
  return order;
}

function readCursor({ values, before }: WireCursor, orderBy: readonly Order[]): Cursor {
  if (values.length > orderBy.length) {
    invalid('Cursor has too many values.');
  }
  const read = values.map(fromProto);
  read.forEach((value, i) => {
    const path = orderBy[i]?.path ?? [];
    if (isDocumentId(path) && !(value instanceof Reference)) {
      invalid('Cursor position for "__name__" must be a reference to a document.');
    }
  });
  return { values: read, before };
}
