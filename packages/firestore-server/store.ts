import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { openFieldIndexes, type IndexEntry } from './field-index.ts';
import { openHistory, viewBefore } from './history.ts';
import type { Commit, History, Range, Scan, Version, View } from './history.ts';
import type { LostCommits } from './last-commit.ts';
import { compareIds, numericId } from './order.ts';
import { openOutbox } from './outbox.ts';
import type { Outbox } from './outbox.ts';
import { collectionOf, idOf, join } from './resource-name.ts';
import { heapSizeOf, openSizedCache } from './sized-cache.ts';
import { refuse } from './status.ts';
import { decodeFields, encodeFields } from './proto.ts';
import { openTables } from './tables.ts';
import type { DocumentRow, Tables } from './tables.ts';
import type { Document } from './value.ts';

/** The documents of one project. */
export interface Database extends View {
  readonly project: string;
  /** The view at a time (microseconds); refused if it is too long ago or in the future. */
  at(time: number): View;
  /** Commits later than `time`, oldest first. */
  since(time: number): readonly Commit[];
  /** The earliest time whose commits are still known. */
  horizon(): number;
  /** Stores all changes or none; they are durable when it returns. `silent` writes no events. */
  commit(commit: Commit, silent?: boolean): void;
  subscribe(listener: (commit: Commit) => void): () => void;
  /** The bytes of memory that cached documents and known commits take. */
  memory(): number;
}

export interface Store {
  /** The SQLite file, or ':memory:'. */
  file: string;
  database(project: string): Database;
  /** A time later than every commit's. */
  tick(): number;
  /** The time of the latest commit of any project, or of opening. */
  now(): number;
  outbox: Outbox;
  /** The commits lost before this opening; null if there are none. */
  lost: LostCommits | null;
  /** The bytes of memory that documents take, in all caches of all projects. */
  memory(): number;
  close(): void;
}

/** The bytes of memory that documents may take. */
export interface MemoryLimits {
  /** Decoded documents. */
  documents: number;
  /** Decoded documents of recent events. */
  events: number;
  /** Encoded documents of recent commits. */
  history: number;
}

const mib = 2 ** 20;
/** Together 64 MiB. */
export const memoryLimits: MemoryLimits = { documents: 24 * mib, events: 8 * mib, history: 32 * mib };

export interface StoreOptions {
  /** An SQLite file, or ':memory:'. */
  file: string;
  /** Whether changes of a document are recorded in the outbox. */
  recorded?: (project: string, path: string) => boolean;
  limits?: MemoryLimits;
  /** Collections with more documents are searched with indexes. */
  searchedWhole?: number;
}

const hour = 3600e6;

export function openStore(options: StoreOptions): Store {
  const { file, recorded = () => false, limits = memoryLimits, searchedWhole = 100 } = options;
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const tables = openTables(file);
  const databases = new Map<string, Database>();
  const outbox = openOutbox(tables, limits.events);
  // Update times continue after those of lost commits, so that no version of a document has the time of a lost one.
  let last = Math.max(
    (tables.readClock.get() as { time: number }).time,
    1_000 * Date.parse(tables.lost?.last ?? '') || 0,
  );
  const tick = (): number => (last = Math.max(last + 1, Date.now() * 1000));
  tick();
  return {
    database(project) {
      let database = databases.get(project);
      if (database === undefined) {
        database = openDatabase({
          project,
          tables,
          outbox,
          recorded: (path) => recorded(project, path),
          documentBytes: limits.documents,
          searchedWhole,
          history: openHistory(last, { maxAge: hour, maxBytes: limits.history }),
        });
        databases.set(project, database);
      }
      return database;
    },
    file,
    tick,
    now: () => last,
    outbox,
    memory: () => [...databases.values()].reduce((sum, database) => sum + database.memory(), outbox.memory()),
    lost: tables.lost,
    close: () => tables.close(),
  };
}

interface Parts {
  project: string;
  tables: Tables;
  outbox: Outbox;
  recorded: (path: string) => boolean;
  documentBytes: number;
  searchedWhole: number;
  history: History;
}

const rowsAtOnce = 256;

function openDatabase(parts: Parts): Database {
  const { project, tables, outbox, recorded, history } = parts;
  const listeners = new Set<(commit: Commit) => void>();
  const cache = openSizedCache<string, Document>(parts.documentBytes);
  const counts = new Map<string, number>();
  for (const { collection, count } of tables.collections.all(project) as unknown as CountRow[])
    counts.set(collection, count);

  const cached = (document: Document): Document => {
    cache.put(document.path, document, heapSizeOf(document));
    return document;
  };

  const get = (path: string): Document | null => {
    const known = cache.get(path);
    if (known !== undefined) return known;
    if (!counts.has(collectionOf(path))) return null;
    const row = tables.one.get(project, path) as DocumentRow | undefined;
    return row === undefined ? null : cached(documentOf(row));
  };

  /** Documents in the order of their paths. A long scan leaves most of the cache to other documents. */
  function* inOrder(collection: string, { after, descending = false }: { after?: string; descending?: boolean } = {}) {
    const { inCollection, inCollectionBefore } = tables;
    let room = parts.documentBytes / 4;
    let from: string | Uint8Array = after ?? (descending ? lastPath : '');
    for (;;) {
      const rows = (descending ? inCollectionBefore : inCollection).all(
        project,
        collection,
        from,
        rowsAtOnce,
      ) as unknown as DocumentRow[];
      for (const row of rows) {
        const known = cache.get(row.path);
        const document = known ?? documentOf(row);
        room -= row.fields.length;
        yield known === undefined && room > 0 ? cached(document) : document;
      }
      const end = rows.at(-1);
      if (end === undefined || rows.length < rowsAtOnce) return;
      from = end.path;
    }
  }

  const documents = (collection: string): Iterable<Document> => (counts.has(collection) ? inOrder(collection) : []);
  const indexes = openFieldIndexes({ project, tables }, documents);

  const view: View = {
    get,
    count: (collection) => counts.get(collection) ?? 0,
    documents,
    scan(collection, range) {
      if (view.count(collection) <= parts.searchedWhole) return { loose: documents(collection), ordered: [] };
      if (range.by === 'name') return scanNames(collection, range);
      const entries = indexes.scan(collection, range);
      return entries ? { loose: [], ordered: indexed(entries) } : { loose: documents(collection), ordered: [] };
    },
    estimate(collection, range, most) {
      const count = Math.min(most, view.count(collection));
      if (range.by === 'name') return range.from !== null && range.from === range.to ? 1 : count;
      if (count <= parts.searchedWhole) return count;
      return indexes.count(collection, range, most);
    },
    collections: () => counts.keys(),
  };

  function* indexed(entries: Iterable<IndexEntry>): Scan['ordered'] {
    for (const { key, path } of entries) {
      const document = get(path);
      if (document !== null) yield { document, key: Buffer.from(key).toString('latin1') };
    }
  }

  /** Numeric ids come first in Firestore's order, but not in that of SQLite. */
  function scanNames(collection: string, { from, to, descending }: Extract<Range, { by: 'name' }>): Scan {
    const isNumeric = ({ path }: Document): boolean => numericId(idOf(path)) !== null;
    const numeric: Document[] = [];
    for (const document of inOrder(collection, { after: join(collection, '__id') })) {
      if (!idOf(document.path).startsWith('__id')) break;
      if (isNumeric(document)) numeric.push(document);
    }
    const [start, end] = descending ? [to, from] : [from, to];
    return { loose: numeric, ordered: named() };

    function* named(): Scan['ordered'] {
      const startsLate = start !== null && numericId(start) === null;
      if (startsLate) {
        const first = get(join(collection, start));
        if (first !== null) yield { document: first, key: start };
      }
      const after = startsLate ? join(collection, start) : undefined;
      for (const document of inOrder(collection, { descending, ...(after !== undefined && { after }) })) {
        if (isNumeric(document)) continue;
        const id = idOf(document.path);
        if (end !== null && compareIds(id, end) * (descending ? -1 : 1) > 0) return;
        yield { document, key: id };
      }
    }
  }

  const versionOf = (document: Document, encoded: Uint8Array): Version => {
    const { path, createTime, updateTime } = document;
    return { path, createTime, updateTime, encoded };
  };

  /** The stored version of a document before a change. */
  function versionBefore(document: Document): Version {
    const known = history.latest(document.path);
    return known?.updateTime === document.updateTime ? known : versionOf(document, encodeFields(document.fields));
  }

  function write({ time, changes }: Commit, silent: boolean) {
    const written = changes.map((change) => {
      const { path } = change;
      const before = change.before && versionBefore(change.before);
      const after = change.after && versionOf(change.after, encodeFields(change.after.fields));
      if (after === null) tables.remove.run(project, path);
      else tables.put.run(project, path, collectionOf(path), after.createTime, after.updateTime, after.encoded);
      if (!silent && recorded(path)) outbox.add({ ...change, eventId: randomUUID(), time }, { before, after });
      indexes.update(change);
      return { path, before, after };
    });
    tables.setClock.run(time);
    tables.setIndexed.run(time);
    return written;
  }

  function apply({ path, before, after }: Commit['changes'][number]): void {
    const collection = collectionOf(path);
    const count = view.count(collection) + Number(after !== null) - Number(before !== null);
    if (count === 0) counts.delete(collection);
    else counts.set(collection, count);
    if (after === null) cache.delete(path);
    else cached(after);
  }

  return {
    ...view,
    project,
    at(time) {
      if (time < history.horizon()) {
        refuse('FAILED_PRECONDITION', 'The requested snapshot version is too old.');
      }
      return viewBefore(view, history.since(time));
    },
    since: (time) => history.since(time),
    horizon: () => history.horizon(),
    commit(commit, silent = false) {
      if (commit.changes.length === 0) return;
      let written: ReturnType<typeof write>;
      try {
        written = tables.transaction(() => write(commit, silent));
      } catch (error) {
        outbox.forget();
        throw error;
      }
      commit.changes.forEach(apply);
      history.push(commit.time, written);
      for (const listener of listeners) listener(commit);
      outbox.announce();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    memory: () => cache.size() + history.size(),
  };
}

interface CountRow {
  collection: string;
  count: number;
}

// SQLite orders every text before every blob.
const lastPath = Buffer.alloc(0);

function documentOf(row: DocumentRow): Document {
  return {
    path: row.path,
    fields: decodeFields(row.fields),
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}
