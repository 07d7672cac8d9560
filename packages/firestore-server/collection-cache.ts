import { accessorOf, type FieldPath, formatFieldPath } from './field-path.ts';
import type { Change, TextEquality } from './history.ts';
import { compareIds } from './order.ts';
import { collectionOf, idOf } from './resource-name.ts';
import type { Document } from './value.ts';

/** An index of documents by the text in one field. */
interface TextIndex {
  /** The documents whose field has this text. */
  documents(text: string): ReadonlySet<Document>;
  replace(before: Document | null, after: Document | null): void;
}

const none: ReadonlySet<Document> = new Set();

function indexText(path: FieldPath, documents: Iterable<Document>): TextIndex {
  const read = accessorOf(path);
  const byText = new Map<string, Set<Document>>();

  const add = (document: Document): void => {
    const text = read(document);
    if (typeof text !== 'string') return;
    const same = byText.get(text);
    if (same === undefined) byText.set(text, new Set([document]));
    else same.add(document);
  };
  const remove = (document: Document): void => {
    const text = read(document);
    const same = typeof text === 'string' ? byText.get(text) : undefined;
    same?.delete(document);
    if (same?.size === 0) byText.delete(text as string);
  };

  for (const document of documents) add(document);
  return {
    documents: (text) => byText.get(text) ?? none,
    replace(before, after) {
      if (before !== null) remove(before);
      if (after !== null) add(after);
    },
  };
}

/** A collection that is not empty: its size and, once read from disk, the decoded documents. */
interface Collection {
  count: number;
  documents: Map<string, Document> | null;
  sorted: Document[] | null;
  /** Indexes of the fields that queries used, by path. */
  indexes: Map<string, TextIndex>;
  bytes: number;
}

export interface CollectionCache {
  paths(): string[];
  /** The document; undefined if its collection is not in memory. */
  peek(path: string): Document | null | undefined;
  /** All documents of a collection, ordered by id. */
  read(collection: string): readonly Document[];
  /** A superset of the documents that have all the given values, unordered. */
  having(collection: string, fixed: readonly TextEquality[]): Iterable<Document>;
  /** Applies a change; `bytes` is the size of the encoded fields after it. */
  apply(change: Change, bytes: number): void;
  clear(): void;
}

export interface CacheSource {
  counts(): Iterable<{ collection: string; count: number }>;
  load(collection: string): { documents: Document[]; bytes: number };
}

/**
 * Caches whole decoded collections; the least recently used ones are evicted when all together exceed `budget` bytes of
 * encoded fields.
 */
export function openCollectionCache(source: CacheSource, budget: number): CollectionCache {
  const collections = new Map<string, Collection>();
  let loaded = 0;
  const fill = (): void => {
    for (const { collection, count } of source.counts()) {
      collections.set(collection, { count, documents: null, sorted: null, indexes: new Map(), bytes: 0 });
    }
  };
  fill();

  function touch(path: string, collection: Collection): void {
    collections.delete(path);
    collections.set(path, collection);
  }

  function evict(keep: Collection): void {
    for (const collection of collections.values()) {
      if (loaded <= budget) return;
      if (collection === keep || collection.documents === null) continue;
      loaded -= collection.bytes;
      collection.documents = null;
      collection.sorted = null;
      collection.indexes.clear();
      collection.bytes = 0;
    }
  }

  function ensure(path: string, collection: Collection): Map<string, Document> {
    if (collection.documents !== null) return collection.documents;
    const { documents, bytes } = source.load(path);
    collection.documents = new Map(documents.map((document) => [idOf(document.path), document]));
    collection.bytes = bytes;
    loaded += bytes;
    evict(collection);
    return collection.documents;
  }

  return {
    paths: () => [...collections.keys()],
    peek(path) {
      const collection = collections.get(collectionOf(path));
      if (collection === undefined) return null;
      return collection.documents === null ? undefined : (collection.documents.get(idOf(path)) ?? null);
    },
    read(path) {
      const collection = collections.get(path);
      if (collection === undefined) return [];
      touch(path, collection);
      const documents = ensure(path, collection);
      collection.sorted ??= [...documents.values()].sort((a, b) => compareIds(idOf(a.path), idOf(b.path)));
      return collection.sorted;
    },
    having(path, fixed) {
      const collection = collections.get(path);
      if (collection === undefined) return [];
      touch(path, collection);
      const documents = ensure(path, collection);
      const found = fixed.map((field) => {
        const name = formatFieldPath(field.path);
        const index = collection.indexes.get(name) ?? indexText(field.path, documents.values());
        collection.indexes.set(name, index);
        return index.documents(field.text);
      });
      return found.reduce((fewest, each) => (each.size < fewest.size ? each : fewest));
    },
    apply({ path, before, after }, bytes) {
      const name = collectionOf(path);
      let collection = collections.get(name);
      if (collection === undefined) {
        collection = { count: 0, documents: new Map(), sorted: null, indexes: new Map(), bytes: 0 };
        collections.set(name, collection);
      }
      collection.count += Number(after !== null) - Number(before !== null);
      if (collection.documents !== null) {
        const former = collection.documents.get(idOf(path)) ?? null;
        if (after === null) collection.documents.delete(idOf(path));
        else collection.documents.set(idOf(path), after);
        if (collection.sorted !== null) place(collection.sorted, path, after);
        for (const index of collection.indexes.values()) index.replace(former, after);
        collection.bytes += bytes;
        loaded += bytes;
        evict(collection);
      }
      if (collection.count === 0) {
        loaded -= collection.bytes;
        collections.delete(name);
      }
    },
    clear() {
      collections.clear();
      loaded = 0;
      fill();
    },
  };
}

/** Applies a change of the document at a path to documents ordered by id. */
function place(sorted: Document[], path: string, after: Document | null): void {
  const id = idOf(path);
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compareIds(idOf(sorted[middle]?.path ?? ''), id) < 0) from = middle + 1;
    else to = middle;
  }
  const isThere = sorted[from]?.path === path;
  sorted.splice(from, isThere ? 1 : 0, ...(after === null ? [] : [after]));
}
