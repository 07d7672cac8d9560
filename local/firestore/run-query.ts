import { getField, isDocumentId } from './field-path.ts';
import type { FieldPath } from './field-path.ts';
import { predicateOf } from './filter.ts';
import type { Predicate } from './filter.ts';
import type { View } from './history.ts';
import { compareNames, compareValues } from './order.ts';
import type { Cursor, Order, Query } from './query.ts';
import { join } from './resource-name.ts';
import { Reference } from './value.ts';
import type { Document, Value } from './value.ts';

/** The documents a query selects, in its order, before offset and limit. */
export interface Plan {
  /** Whether a document belongs to the query's results, offset and limit apart. */
  matches: Predicate;
  compare: (a: Document, b: Document) => number;
}

export function planQuery(query: Query): Plan {
  const filter = predicateOf(query.where, query.project);
  const fields = query.order.map(({ path }) => path).filter((path) => !isDocumentId(path));
  const positions = query.order.map((order) => positionOf(order, query.project));
  const after = query.startAt === null ? () => true : within(query.startAt, positions, 1);
  const until = query.endAt === null ? () => true : within(query.endAt, positions, -1);
  return {
    matches: (document) =>
      inScope(query, document.path) &&
      filter(document) &&
      fields.every((path) => getField(document.fields, path) !== undefined) &&
      after(document) &&
      until(document),
    compare: comparatorOf(query.order),
  };
}

/** A query's results at a view. `skipped` is how many the offset passed over. */
export function runQuery(view: View, query: Query): { documents: Document[]; skipped: number } {
  const { matches, compare } = planQuery(query);
  const found: Document[] = [];
  for (const path of collectionsOf(view, query)) {
    for (const document of view.collection(path)) if (matches(document)) found.push(document);
  }
  const end = query.limit === null ? found.length : Math.min(found.length, query.offset + query.limit);
  const sorted = end < found.length / 8 ? smallest(found, compare, end) : found.sort(compare);
  const skipped = Math.min(query.offset, found.length);
  return { documents: sorted.slice(query.offset, end), skipped };
}

/** The collections a query looks into. */
export function collectionsOf(view: View, query: Query): string[] {
  if (!query.allDescendants) return [join(query.parent, query.collectionId ?? '')];
  return [...view.collections()].filter((path) => collectionInScope(query, path));
}

function collectionInScope({ parent, collectionId, allDescendants }: Query, path: string): boolean {
  if (!allDescendants) return path === join(parent, collectionId ?? '');
  if (parent !== '' && !path.startsWith(`${parent}/`)) return false;
  return collectionId === null || path.slice(path.lastIndexOf('/') + 1) === collectionId;
}

function inScope(query: Query, path: string): boolean {
  return collectionInScope(query, path.slice(0, path.lastIndexOf('/')));
}

function comparatorOf(order: readonly Order[]): (a: Document, b: Document) => number {
  const comparators = order.map(({ path, descending }) => {
    const sign = descending ? -1 : 1;
    return isDocumentId(path)
      ? (a: Document, b: Document) => sign * compareNames(a.path, b.path)
      : (a: Document, b: Document) => sign * compareValues(valueAt(a, path), valueAt(b, path));
  });
  return (a, b) => {
    for (const compare of comparators) {
      const difference = compare(a, b);
      if (difference !== 0) return difference;
    }
    return 0;
  };
}

function valueAt(document: Document, path: FieldPath): Value {
  return getField(document.fields, path) ?? null;
}

/** How a document lies to one value of a cursor, in the query's direction. */
type Position = (document: Document, value: Value) => number;

function positionOf({ path, descending }: Order, project: string): Position {
  const sign = descending ? -1 : 1;
  const prefix = `projects/${project}/databases/(default)/documents/`;
  return isDocumentId(path)
    ? (document, value) => sign * compareNames(prefix + document.path, value instanceof Reference ? value.name : '')
    : (document, value) => sign * compareValues(valueAt(document, path), value);
}

/** side 1: from the cursor on; side -1: up to the cursor. */
function within({ values, before }: Cursor, positions: readonly Position[], side: 1 | -1): Predicate {
  const atCursor = side === 1 ? before : !before;
  return (document) => {
    for (const [i, value] of values.entries()) {
      const difference = positions[i]?.(document, value) ?? 0;
      if (difference !== 0) return difference * side > 0;
    }
    return atCursor;
  };
}

/** The first `count` items in order, without sorting the others: a heap with the largest kept item on top. */
function smallest<T>(items: readonly T[], compare: (a: T, b: T) => number, count: number): T[] {
  if (count === 0) return [];
  const heap: T[] = [];
  const at = (i: number): T => heap[i] as T;
  const swap = (i: number, j: number): void => {
    [heap[i], heap[j]] = [at(j), at(i)];
  };
  for (const item of items) {
    if (heap.length < count) {
      let i = heap.push(item) - 1;
      for (let parent = (i - 1) >> 1; i > 0 && compare(at(i), at(parent)) > 0; parent = (i - 1) >> 1) {
        swap(i, parent);
        i = parent;
      }
    } else if (compare(item, at(0)) < 0) {
      heap[0] = item;
      let i = 0;
      for (;;) {
        const left = 2 * i + 1;
        const right = left + 1;
        let largest = i;
        if (left < count && compare(at(left), at(largest)) > 0) largest = left;
        if (right < count && compare(at(right), at(largest)) > 0) largest = right;
        if (largest === i) break;
        swap(i, largest);
        i = largest;
      }
    }
  }
  return heap.sort(compare);
}
