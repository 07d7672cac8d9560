import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { openCollectionCache } from './collection-cache.ts';
import type { CollectionCache } from './collection-cache.ts';
import { openHistory, viewBefore } from './history.ts';
import type { Commit, History, View } from './history.ts';
import { openOutbox } from './outbox.ts';
import type { Outbox } from './outbox.ts';
import { collectionOf } from './resource-name.ts';
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
}

export interface Store {
  database(project: string): Database;
  /** A time later than every commit's. */
  tick(): number;
  /** The time of the latest commit of any project, or of opening. */
  now(): number;
  outbox: Outbox;
  close(): void;
}

export interface StoreOptions {
  /** An SQLite file, or ':memory:'. */
  file: string;
  /** Whether changes of a document are recorded in the outbox. */
  recorded?: (project: string, path: string) => boolean;
  cacheBytes?: number;
}

const hour = 3600e6;
const historyBytes = 64 * 2 ** 20;
/** The memory of a change without its fields. */
const changeBytes = 300;

export function openStore({ file, recorded = () => false, cacheBytes = 256 * 2 ** 20 }: StoreOptions): Store {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const tables = openTables(file);
  const databases = new Map<string, Database>();
  const outbox = openOutbox(tables);
  let last = (tables.readClock.get() as { time: number }).time;
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
          cacheBytes,
          history: openHistory(last, { maxAge: hour, maxBytes: historyBytes }),
        });
        databases.set(project, database);
      }
      return database;
    },
    tick,
    now: () => last,
    outbox,
    close: () => tables.sql.close(),
  };
}

interface Parts {
  project: string;
  tables: Tables;
  outbox: Outbox;
  recorded: (path: string) => boolean;
  cacheBytes: number;
  history: History;
}

function openDatabase({ project, tables, outbox, recorded, cacheBytes, history }: Parts): Database {
  const listeners = new Set<(commit: Commit) => void>();
  const cache: CollectionCache = openCollectionCache(
    {
      counts: () => tables.collections.all(project) as unknown as { collection: string; count: number }[],
      load: (collection) => {
        const rows = tables.inCollection.all(project, collection) as unknown as DocumentRow[];
        return { documents: rows.map(documentOf), bytes: rows.reduce((sum, row) => sum + row.fields.length, 0) };
      },
    },
    cacheBytes,
  );

  const view: View = {
    get(path) {
      const known = cache.peek(path);
      if (known !== undefined) return known;
      const row = tables.one.get(project, path) as DocumentRow | undefined;
      return row === undefined ? null : documentOf(row);
    },
    collection: (path) => cache.read(path),
    having: (path, fixed) => cache.having(path, fixed),
    collections: () => cache.paths(),
  };

  function write({ time, changes }: Commit, silent: boolean): number[] {
    const sizes: number[] = [];
    for (const { path, before, after } of changes) {
      const bytes = after === null ? null : encodeFields(after.fields);
      if (after === null || bytes === null) tables.remove.run(project, path);
      else tables.put.run(project, path, collectionOf(path), after.createTime, after.updateTime, bytes);
      if (!silent && recorded(path)) outbox.add({ eventId: randomUUID(), path, before, after, time }, bytes);
      sizes.push(bytes?.length ?? 0);
    }
    tables.setClock.run(time);
    return sizes;
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
      let sizes: number[];
      try {
        sizes = tables.transaction(() => write(commit, silent));
      } catch (error) {
        outbox.forget();
        throw error;
      }
      commit.changes.forEach((change, i) => cache.apply(change, sizes[i] ?? 0));
      history.push(
        commit,
        sizes.reduce((sum, size) => sum + size + changeBytes, 0),
      );
      for (const listener of listeners) listener(commit);
      outbox.announce();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function documentOf(row: DocumentRow): Document {
  return {
    path: row.path,
    fields: decodeFields(row.fields),
    createTime: row.create_time,
    updateTime: row.update_time,
  };
}
