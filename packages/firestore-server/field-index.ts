import { accessorOf, formatFieldPath, type FieldPath } from './field-path.ts';
import { DiskFullError } from './damaged-file.ts';
import type { Change, FieldRange } from './history.ts';
import { collectionOf } from './resource-name.ts';
import { sortKey } from './sort-key.ts';
import type { Tables } from './tables.ts';
import type { Document } from './value.ts';

export interface IndexEntry {
  key: Uint8Array;
  path: string;
}

/**
 * Indexes of documents by one field, stored in SQLite: the memory of a process does not grow with its collections. An
 * index is created by the first query that uses it, and then changes in the same transactions as the documents.
 */
export interface FieldIndexes {
  /**
   * The documents of a collection that have the field, in the order of its keys. Creates a missing index; null if the
   * disk has no room for it.
   */
  scan(collection: string, range: FieldRange): Iterable<IndexEntry> | null;
  /** The number of entries in a range, at most `most`. */
  count(collection: string, range: FieldRange, most: number): number;
  /** Records a change. Must be called in the transaction that stores it. */
  update(change: Change): void;
}

interface Index {
  id: number;
  /** The key of a document; null if it lacks the field. */
  keyOf(document: Document | null): Buffer | null;
}

const rowsAtOnce = 256;
// SQLite orders every text before every blob.
const [lowest, highest] = [Buffer.alloc(0), Buffer.of(0xff)];
const [firstPath, lastPath] = ['', Buffer.alloc(0)];

export function openFieldIndexes(
  { project, tables }: { project: string; tables: Tables },
  documents: (collection: string) => Iterable<Document>,
): FieldIndexes {
  const { indexes: sql } = tables;
  /** Indexes by collection and formatted path. */
  const known = new Map<string, Map<string, Index>>();

  function open(collection: string, field: FieldPath, id: number): Index {
    const read = accessorOf(field);
    const keyOf: Index['keyOf'] = (document) => {
      const value = document === null ? undefined : read(document);
      return value === undefined ? null : sortKey(value);
    };
    const own = known.get(collection) ?? new Map<string, Index>();
    known.set(collection, own.set(formatFieldPath(field), { id, keyOf }));
    return { id, keyOf };
  }

  function create(collection: string, field: FieldPath): Index {
    const id = tables.transaction(() => {
      const created = Number(sql.create.run(project, collection, JSON.stringify(field)).lastInsertRowid);
      const read = accessorOf(field);
      for (const document of documents(collection)) {
        const value = read(document);
        if (value !== undefined) sql.add.run(created, sortKey(value), document.path);
      }
      return created;
    });
    return open(collection, field, id);
  }

  function indexOf(collection: string, field: FieldPath): Index | null {
    try {
      return known.get(collection)?.get(formatFieldPath(field)) ?? create(collection, field);
    } catch (error) {
      // Reads continue on a full disk.
      if (error instanceof DiskFullError) return null;
      throw error;
    }
  }

  function* entries({ id }: Index, { from, to, descending }: FieldRange): Generator<IndexEntry> {
    const [least, most] = [from ?? lowest, to ?? highest];
    const next = (key: Uint8Array, path: string | Uint8Array): IndexEntry[] =>
      (descending
        ? sql.descending.all(id, key, path, least, rowsAtOnce)
        : sql.ascending.all(id, key, path, most, rowsAtOnce)) as unknown as IndexEntry[];
    // Read in parts, so that other statements may run in between.
    let rows = descending ? next(most, lastPath) : next(least, firstPath);
    for (;;) {
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < rowsAtOnce) return;
      rows = next(last.key, last.path);
    }
  }

  for (const row of sql.all.all(project) as unknown as { id: number; collection: string; field: string }[])
    open(row.collection, JSON.parse(row.field) as string[], row.id);

  return {
    scan(collection, range) {
      const index = indexOf(collection, range.by);
      return index && entries(index, range);
    },
    count(collection, { by, from, to }, most) {
      const index = indexOf(collection, by);
      if (index === null) return most;
      return (sql.count.get(index.id, from ?? lowest, to ?? highest, most) as { count: number }).count;
    },
    update({ path, before, after }) {
      for (const { id, keyOf } of known.get(collectionOf(path))?.values() ?? []) {
        const [old, now] = [keyOf(before), keyOf(after)];
        if (old !== null && now?.equals(old)) continue;
        if (old !== null) sql.remove.run(id, old, path);
        if (now !== null) sql.add.run(id, now, path);
      }
    },
  };
}
