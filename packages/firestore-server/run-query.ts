import { disjunctionsOf, type FieldFilter, type Predicate, predicateOf } from './filter.ts';
import { accessorOf, isDocumentId } from './field-path.ts';
import type { TextEquality, View } from './history.ts';
import { compareNames, compareValues } from './order.ts';
import type { Cursor, Order, Query } from './query.ts';
import { documentsRoot, join } from './resource-name.ts';
import { type Document, Reference, type Value } from './value.ts';

/** A result of a query with its order values; the name is represented by the document's path. */
interface Match {
  document: Document;
  keys: readonly Value[];
}

interface Plan {
  /** Null if the document is not a result of the query, without offset and limit. */
  match(document: Document): Match | null;
  compare(a: Match, b: Match): number;
}

/** Whether a document is a result of the query, without offset and limit. */
export function membershipOf(query: Query): Predicate {
  const { match } = planQuery(query);
  return (document) => inScope(query, document.path) && match(document) !== null;
}

/** The results of a query in a view. `skipped` is the number of results before the offset. */
export function runQuery(view: View, query: Query): { documents: Document[]; skipped: number } {
  const { match, compare } = planQuery(query);
  const fixed = disjunctionsOf(query.where).map(fixedIn);
  const found: Match[] = [];
  for (const path of collectionsOf(view, query)) {
    for (const document of candidates(view, path, fixed)) {
      const matched = match(document);
      if (matched !== null) found.push(matched);
    }
  }
  const skipped = Math.min(query.offset, found.length);
  const end = query.limit === null ? found.length : Math.min(found.length, query.offset + query.limit);
  const sorted = end < found.length / 8 ? smallest(found, compare, end) : found.sort(compare);
  return { documents: sorted.slice(query.offset, end).map(({ document }) => document), skipped };
}

/** The fields for which a conjunction requires a text. */
const fixedIn = (conjunction: readonly FieldFilter[]): TextEquality[] =>
  conjunction.flatMap(({ path, op, value }) =>
    op === '==' && typeof value === 'string' && !isDocumentId(path) ? [{ path, text: value }] : [],
  );

/** The documents of a collection that may match one of several conjunctions, each once. */
function candidates(view: View, path: string, conjunctions: readonly TextEquality[][]): Iterable<Document> {
  if (conjunctions.some((fixed) => fixed.length === 0)) return view.collection(path);
  const [only, ...others] = conjunctions;
  if (only !== undefined && others.length === 0) return view.having(path, only);
  const found = conjunctions.flatMap((fixed) => [...view.having(path, fixed)]);
  return new Map(found.map((document) => [document.path, document])).values();
}

function planQuery(query: Query): Plan {
  const { order, project, startAt, endAt } = query;
  const passes = predicateOf(query.where, project);
  const accessors = order.map(({ path }) =>
    isDocumentId(path) ? (document: Document) => document.path : accessorOf(path),
  );
  const comparators = order.map((each) => comparatorOf(each));
  const required = query.aggregated.map(accessorOf);
  const bounds = [
    ...(startAt === null ? [] : [boundOf(startAt, query, 1)]),
    ...(endAt === null ? [] : [boundOf(endAt, query, -1)]),
  ];
  return {
    match(document) {
      if (!passes(document) || required.some((access) => access(document) === undefined)) return null;
      const keys: Value[] = [];
      for (const access of accessors) {
        const key = access(document);
        if (key === undefined) return null;
        keys.push(key);
      }
      return bounds.every((within) => within(keys)) ? { document, keys } : null;
    },
    compare(a, b) {
      for (let i = 0; i < comparators.length; i++) {
        const difference = comparators[i]?.(a.keys[i] as Value, b.keys[i] as Value) ?? 0;
        if (difference !== 0) return difference;
      }
      return 0;
    },
  };
}

function comparatorOf({ path, descending }: Order): (a: Value, b: Value) => number {
  // The keys of the name are paths, which are not ordered like text.
  const compare = isDocumentId(path) ? (a: Value, b: Value) => compareNames(a as string, b as string) : compareValues;
  return descending ? (a, b) => compare(b, a) : compare;
}

/** Whether keys are after the cursor (side 1) or before it (side -1). */
function boundOf(
  { values, before }: Cursor,
  { order, project }: Query,
  side: 1 | -1,
): (keys: readonly Value[]) => boolean {
  const atCursor = side === 1 ? before : !before;
  const root = `${documentsRoot(project)}/`;
  const bounds = values.map((value, i) => ({
    value: value instanceof Reference && isDocumentId(order[i]?.path ?? []) ? value.name.slice(root.length) : value,
    compare: comparatorOf(order[i] as Order),
  }));
  return (keys) => {
    for (let i = 0; i < bounds.length; i++) {
      const { value, compare } = bounds[i] as (typeof bounds)[number];
      const difference = compare(keys[i] as Value, value);
      if (difference !== 0) return difference * side > 0;
    }
    return atCursor;
  };
}

/** The collections that a query searches. */
function collectionsOf(view: View, query: Query): string[] {
  if (!query.allDescendants && query.collectionId !== null) return [join(query.parent, query.collectionId)];
  return [...view.collections()].filter((path) => collectionInScope(query, path));
}

function collectionInScope({ parent, collectionId, allDescendants }: Query, path: string): boolean {
  if (parent !== '' && !path.startsWith(`${parent}/`)) return false;
  const below = parent === '' ? path : path.slice(parent.length + 1);
  const slash = below.lastIndexOf('/');
  if (!allDescendants && slash !== -1) return false;
  return collectionId === null || below.slice(slash + 1) === collectionId;
}

function inScope(query: Query, path: string): boolean {
  return collectionInScope(query, path.slice(0, path.lastIndexOf('/')));
}

/** The smallest `count` items in order, without sorting the others: a heap with the largest kept item on top. */
export function smallest<T>(items: readonly T[], compare: (a: T, b: T) => number, count: number): T[] {
  if (count === 0) return [];
  const heap: T[] = [];
  for (const item of items) {
    if (heap.length < count) siftUp(heap, compare, item);
    else if (compare(item, heap[0] as T) < 0) siftDown(heap, compare, item);
  }
  return heap.sort(compare);
}

function siftUp<T>(heap: T[], compare: (a: T, b: T) => number, item: T): void {
  let i = heap.length;
  heap.push(item);
  while (i > 0) {
    const parent = (i - 1) >> 1;
    const above = heap[parent] as T;
    if (compare(item, above) <= 0) break;
    heap[i] = above;
    i = parent;
  }
  heap[i] = item;
}

/** Replaces the top. */
function siftDown<T>(heap: T[], compare: (a: T, b: T) => number, item: T): void {
  const { length } = heap;
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= length) break;
    if (child + 1 < length && compare(heap[child + 1] as T, heap[child] as T) > 0) child++;
    const below = heap[child] as T;
    if (compare(item, below) >= 0) break;
    heap[i] = below;
    i = child;
  }
  heap[i] = item;
}
