import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { closeDatabaseFile, openDatabaseFile, openTransactions, type Transaction } from './damaged-file.ts';
import { type LostCommits, openLastCommit } from './last-commit.ts';

/**
 * The tables of a store. WAL with synchronous NORMAL: a commit that returned survives a crash of the process (a power
 * failure may lose the last commits, but not consistency). The exclusive lock excludes a second process.
 */
const schema = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS documents (
    project TEXT NOT NULL, path TEXT NOT NULL, collection TEXT NOT NULL,
    create_time INTEGER NOT NULL, update_time INTEGER NOT NULL, fields BLOB NOT NULL,
    PRIMARY KEY (project, path)
  );
  DROP INDEX IF EXISTS documents_by_collection;
  CREATE INDEX IF NOT EXISTS documents_in_collection ON documents (project, collection, path);
  CREATE TABLE IF NOT EXISTS outbox (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, event_id TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL, time INTEGER NOT NULL,
    before_create INTEGER, before_update INTEGER, before_fields BLOB,
    after_create INTEGER, after_update INTEGER, after_fields BLOB
  );
  CREATE TABLE IF NOT EXISTS clock (only INTEGER PRIMARY KEY CHECK (only = 1), time INTEGER NOT NULL);
  INSERT OR IGNORE INTO clock VALUES (1, 0);
  CREATE TABLE IF NOT EXISTS field_indexes (
    id INTEGER PRIMARY KEY, project TEXT NOT NULL, collection TEXT NOT NULL, field TEXT NOT NULL,
    UNIQUE (project, collection, field)
  );
  CREATE TABLE IF NOT EXISTS field_entries (
    field_index INTEGER NOT NULL, key BLOB NOT NULL, path TEXT NOT NULL, PRIMARY KEY (field_index, key, path)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS indexed_until (only INTEGER PRIMARY KEY CHECK (only = 1), time INTEGER NOT NULL);
  INSERT OR IGNORE INTO indexed_until VALUES (1, 0);
`;

// An earlier version of this server writes documents without their indexes.
const dropStaleIndexes = `
  DELETE FROM field_entries WHERE (SELECT time FROM clock) <> (SELECT time FROM indexed_until);
  DELETE FROM field_indexes WHERE (SELECT time FROM clock) <> (SELECT time FROM indexed_until);
`;

export interface Tables {
  sql: DatabaseSync;
  /** The commits lost before this opening; null if there are none. */
  lost: LostCommits | null;
  transaction: Transaction;
  close(): void;
  put: StatementSync;
  remove: StatementSync;
  one: StatementSync;
  /** Documents of a collection after a path, in the order of paths. */
  inCollection: StatementSync;
  /** The same before a path, in reverse order. */
  inCollectionBefore: StatementSync;
  collections: StatementSync;
  readClock: StatementSync;
  setClock: StatementSync;
  setIndexed: StatementSync;
  indexes: Record<'all' | 'create' | 'add' | 'remove' | 'ascending' | 'descending' | 'count', StatementSync>;
  addEvent: StatementSync;
  eventHeadings: StatementSync;
  event: StatementSync;
}

export interface DocumentRow {
  path: string;
  create_time: number;
  update_time: number;
  fields: Uint8Array;
}

export function openTables(file: string): Tables {
  const sql = openDatabaseFile(file, (database) => database.exec(schema + dropStaleIndexes));
  const lastCommit = openLastCommit(sql);
  const prepare = (text: string): StatementSync => sql.prepare(text);
  return {
    sql,
    lost: lastCommit.lost,
    transaction: openTransactions(sql, lastCommit),
    close: () => {
      closeDatabaseFile(sql);
      lastCommit.close();
    },
    put: prepare(
      `INSERT INTO documents (project, path, collection, create_time, update_time, fields) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET create_time = excluded.create_time, update_time = excluded.update_time, fields = excluded.fields`,
    ),
    remove: prepare('DELETE FROM documents WHERE project = ? AND path = ?'),
    one: prepare('SELECT path, create_time, update_time, fields FROM documents WHERE project = ? AND path = ?'),
    inCollection: prepare(
      `SELECT path, create_time, update_time, fields FROM documents WHERE project = ? AND collection = ? AND path > ?
       ORDER BY path LIMIT ?`,
    ),
    inCollectionBefore: prepare(
      `SELECT path, create_time, update_time, fields FROM documents WHERE project = ? AND collection = ? AND path < ?
       ORDER BY path DESC LIMIT ?`,
    ),
    collections: prepare('SELECT collection, count(*) AS count FROM documents WHERE project = ? GROUP BY collection'),
    readClock: prepare('SELECT time FROM clock'),
    setClock: prepare('UPDATE clock SET time = ?'),
    setIndexed: prepare('UPDATE indexed_until SET time = ?'),
    indexes: {
      all: prepare('SELECT id, collection, field FROM field_indexes WHERE project = ?'),
      create: prepare('INSERT INTO field_indexes (project, collection, field) VALUES (?, ?, ?)'),
      add: prepare('INSERT OR IGNORE INTO field_entries VALUES (?, ?, ?)'),
      remove: prepare('DELETE FROM field_entries WHERE field_index = ? AND key = ? AND path = ?'),
      ascending: prepare(
        `SELECT key, path FROM field_entries WHERE field_index = ? AND (key, path) > (?, ?) AND key <= ?
         ORDER BY key, path LIMIT ?`,
      ),
      descending: prepare(
        `SELECT key, path FROM field_entries WHERE field_index = ? AND (key, path) < (?, ?) AND key >= ?
         ORDER BY key DESC, path DESC LIMIT ?`,
      ),
      count: prepare(
        `SELECT count(*) AS count FROM
         (SELECT 1 FROM field_entries WHERE field_index = ? AND key >= ? AND key <= ? LIMIT ?)`,
      ),
    },
    addEvent: prepare(
      `INSERT INTO outbox (event_id, path, time, before_create, before_update, before_fields, after_create, after_update, after_fields)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    eventHeadings: prepare(
      `SELECT sequence, path, before_create IS NOT NULL AS existed, after_create IS NOT NULL AS remains
       FROM outbox WHERE sequence > ? ORDER BY sequence LIMIT ?`,
    ),
    event: prepare('SELECT * FROM outbox WHERE sequence = ?'),
  };
}
