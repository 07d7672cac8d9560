import { disjunctionsOf, type FieldFilter, type Predicate, predicateOf } from './filter.ts';
import { accessorOf, type FieldPath, formatFieldPath, isDocumentId } from './field-path.ts';
import type { Range, Scan, View } from './history.ts';
import { compareNames, compareValues } from './order.ts';
import type { Cursor, Order, Query } from './query.ts';
import { documentsRoot, join } from './resource-name.ts';
import { keysOfType, sortKey } from './sort-key.ts';
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
  const found = collectionsOf(view, query).flatMap((path) => searchCollection(view, { path, query, match }));
  const skipped = Math.min(query.offset, found.length);
  const end = query.limit === null ? found.length : Math.min(found.length, query.offset + query.limit);
  const sorted = end < found.length / 8 ? smallest(found, compare, end) : found.sort(compare);
  return { documents: sorted.slice(query.offset, end).map(({ document }) => document), skipped };
}

/** The number of results of a query. */
export function countResults(view: View, query: Query): number {
  const { where, startAt, endAt, order, aggregated, offset, limit } = query;
  // Without conditions, each document is a result and none needs to be read.
  const isAll = where === null && startAt === null && endAt === null && aggregated.length === 0;
  if (!isAll || order.some(({ path }) => !isDocumentId(path))) return runQuery(view, query).documents.length;
  const all = collectionsOf(view, query).reduce((sum, path) => sum + view.count(path), 0);
  return Math.min(limit ?? Infinity, Math.max(0, all - offset));
}

interface Search {
  path: string;
  query: Query;
  match: Plan['match'];
}

// A condition that more documents meet is checked on the way along the order, if only the first results are wanted.
const fewDocuments = 500;

/** The results in one collection; of a query with a limit, at least the first ones. */
function searchCollection(view: View, { path, query, match }: Search): Match[] {
  const disjunctions = disjunctionsOf(query.where).map((conjunction) => rangesOf(conjunction, path, query.project));
  const [only, ...others] = disjunctions;
  if (others.length > 0 || only === undefined) {
    if (disjunctions.some((ranges) => ranges.length === 0)) return matching(view.documents(path), match);
    const documents = disjunctions.flatMap((ranges) => allIn(view.scan(path, smallestOf(view, path, ranges))));
    return matching(new Map(documents.map((document) => [document.path, document])).values(), match);
  }
  const inOrder = rangeOfOrder(query, path, only);
  const wanted = query.limit === null ? Infinity : query.offset + query.limit;
  if (only.length > 0) {
    const range = smallestOf(view, path, only);
    const isOrder = nameOfRange(range) === nameOfRange(inOrder);
    const isSmall = wanted === Infinity || view.estimate(path, range, fewDocuments) < fewDocuments;
    if (isSmall && !isOrder) return matching(allIn(view.scan(path, range)), match);
  } else if (wanted === Infinity && query.startAt === null && query.endAt === null) {
    return matching(view.documents(path), match);
  }
  const { loose, ordered } = view.scan(path, inOrder);
  const found: Match[] = [];
  let last = '';
  for (const { document, key } of ordered) {
    if (found.length >= wanted && key !== last) break;
    const matched = match(document);
    if (matched === null) continue;
    found.push(matched);
    last = key;
  }
  return [...matching(loose, match), ...found];
}

const allIn = ({ loose, ordered }: Scan): Document[] => [...loose, ...Array.from(ordered, ({ document }) => document)];

function matching(documents: Iterable<Document>, match: Plan['match']): Match[] {
  const found: Match[] = [];
  for (const document of documents) {
    const matched = match(document);
    if (matched !== null) found.push(matched);
  }
  return found;
}

function smallestOf(view: View, path: string, ranges: readonly Range[]): Range {
  const [first, ...others] = ranges;
  if (first === undefined) throw new Error('A search needs a range');
  if (others.length === 0) return first;
  const sizes = ranges.map((range) => view.estimate(path, range, fewDocuments));
  return ranges[sizes.indexOf(Math.min(...sizes))] ?? first;
}

/** For each field that a conjunction limits, the range of the documents in a collection that may meet it. */
function rangesOf(conjunction: readonly FieldFilter[], collection: string, project: string): Range[] {
  const ranges = new Map<string, Range>();
  for (const { path, op, value } of conjunction) {
    const hasFrom = ['==', '>', '>=', 'is-null', 'is-nan'].includes(op);
    const hasTo = ['==', '<', '<=', 'is-null', 'is-nan'].includes(op);
    if (!hasFrom && !hasTo) continue;
    // The operators of one operand do not use the value of the filter.
    const operand = op === 'is-nan' ? Number.NaN : op === 'is-null' ? null : value;
    const type = keysOfType(operand);
    const bounds = { from: hasFrom ? operand : undefined, to: hasTo ? operand : undefined };
    const limited = rangeWithin(path, bounds, { collection, project });
    const range: Range =
      limited.by === 'name' ? limited : { ...limited, from: limited.from ?? type.from, to: limited.to ?? type.to };
    const name = nameOfRange(range);
    ranges.set(name, intersection(ranges.get(name), range));
  }
  return [...ranges.values()];
}

/** The range of a collection along the first order of a query, within its cursors and comparisons. */
function rangeOfOrder(query: Query, collection: string, ranges: readonly Range[]): Range {
  const { path, descending } = query.order[0] as Order;
  const [first, last] = descending ? [query.endAt, query.startAt] : [query.startAt, query.endAt];
  const bounds = { from: first?.values[0], to: last?.values[0] };
  const range = rangeWithin(path, bounds, { collection, project: query.project });
  const own = ranges.find((each) => nameOfRange(each) === nameOfRange(range));
  return { ...intersection(own, range), descending };
}

function rangeWithin(
  path: FieldPath,
  { from, to }: { from: Value | undefined; to: Value | undefined },
  { collection, project }: { collection: string; project: string },
): Range {
  if (!isDocumentId(path)) {
    const keyOrNull = (value: Value | undefined): Buffer | null => (value === undefined ? null : sortKey(value));
    return { by: path, descending: false, from: keyOrNull(from), to: keyOrNull(to) };
  }
  const idOrNull = (value: Value | undefined): string | null =>
    value instanceof Reference ? idIn(collection, value, project) : null;
  return { by: 'name', descending: false, from: idOrNull(from), to: idOrNull(to) };
}

const nameOfRange = ({ by }: Range): string => (by === 'name' ? '__name__' : formatFieldPath(by));

/** The common part of two ranges of one field. */
function intersection(a: Range | undefined, b: Range): Range {
  if (a === undefined) return b;
  if (a.by === 'name' || b.by === 'name') return a.by === 'name' && a.from === null && a.to === null ? b : a;
  const [from, to] = [
    [a.from, b.from].filter((key) => key !== null).sort(Buffer.compare),
    [a.to, b.to].filter((key) => key !== null).sort(Buffer.compare),
  ];
  return { ...b, from: from.at(-1) ?? null, to: to[0] ?? null };
}

/** The id of a referenced document if it is in the collection. */
function idIn(collection: string, { name }: Reference, project: string): string | null {
  const prefix = `${documentsRoot(project)}/${collection}/`;
  const id = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  return id === '' || id.includes('/') ? null : id;
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
