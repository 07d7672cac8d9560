import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '@frontage/model/operator-error';
import { DiskFullError } from '../../site/blobs.ts';
import { isDamage } from './damage.ts';
import { skipWhenDiskFull } from './disk-full.ts';
import { explainDatabaseError, makeFolder } from './file-access.ts';

// A row is valid from commit `since` until before commit `until`, which is null for current rows.
const schema = `
  CREATE TABLE head (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL);
  CREATE TABLE releases (id INTEGER PRIMARY KEY, record TEXT NOT NULL);
  CREATE TABLE documents (
    path TEXT NOT NULL, data TEXT NOT NULL, time TEXT NOT NULL, valid TEXT,
    since INTEGER NOT NULL, until INTEGER, PRIMARY KEY (path, since)
  );
  CREATE TABLE receipts (
    route TEXT NOT NULL, reads TEXT NOT NULL, fingerprint TEXT NOT NULL, document TEXT, failure TEXT,
    since INTEGER NOT NULL, until INTEGER, PRIMARY KEY (route, since)
  );
  CREATE TABLE files (
    path TEXT NOT NULL, hash TEXT NOT NULL, contentType TEXT NOT NULL, size INTEGER NOT NULL, kind TEXT NOT NULL,
    route TEXT, since INTEGER NOT NULL, until INTEGER, PRIMARY KEY (path, since)
  );
  CREATE INDEX files_by_hash ON files (hash);
  CREATE INDEX documents_ended ON documents (until) WHERE until IS NOT NULL;
  CREATE INDEX receipts_ended ON receipts (until) WHERE until IS NOT NULL;
  CREATE INDEX files_ended ON files (until) WHERE until IS NOT NULL;
  CREATE TABLE images (address TEXT PRIMARY KEY, record TEXT NOT NULL);
  CREATE TABLE outbox (path TEXT PRIMARY KEY, data TEXT NOT NULL);
`;

// The migrations from each version to the next, starting with an empty file.
const migrations = [
  schema,
  `
  CREATE TABLE IF NOT EXISTS cursor (id INTEGER PRIMARY KEY CHECK (id = 1), record TEXT NOT NULL);
  CREATE TABLE places (hash TEXT PRIMARY KEY, pack TEXT NOT NULL, start INTEGER NOT NULL, length INTEGER NOT NULL);
  CREATE TABLE packed (hash TEXT PRIMARY KEY, packed TEXT NOT NULL);
  ALTER TABLE outbox ADD COLUMN made INTEGER NOT NULL DEFAULT 0;
  `,
  'ALTER TABLE files ADD COLUMN redirect TEXT;',
  `
  CREATE TABLE image_files (hash TEXT NOT NULL, address TEXT NOT NULL, PRIMARY KEY (hash, address)) WITHOUT ROWID;
  INSERT OR IGNORE INTO image_files
    SELECT json_extract(file.value, '$.hash'), address FROM images, json_each(images.record, '$.files') AS file;
  `,
  `
  CREATE INDEX documents_begun ON documents (since);
  CREATE INDEX receipts_begun ON receipts (since);
  CREATE INDEX files_begun ON files (since);
  `,
  `
  CREATE INDEX documents_now ON documents (path, time) WHERE until IS NULL;
  CREATE TABLE readings (path TEXT PRIMARY KEY, time TEXT NOT NULL, reader TEXT NOT NULL, kept TEXT NOT NULL) WITHOUT ROWID;
  `,
];

const version = migrations.length;

/**
 * Opens the pipeline's database below `dataDir`, and creates it if there is none. A commit survives a killed process.
 * After a power cut, the newest commits may be missing, but never a part of one.
 * @throws OperatorError if the file is damaged or foreign: it is not recreated automatically, because a pinned site
 * would publish its current content again.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  makeFolder(dataDir);
  const file = join(dataDir, 'pipeline.sqlite');
  // SQLite treats an empty file as a new database. Existing blobs show that it was in use.
  if (statSync(file, { throwIfNoEntry: false })?.size === 0 && existsSync(join(dataDir, 'blobs'))) throw damaged(file);
  // Checking the whole file takes time that grows with the site.
  const isKnown = wasClosedCleanly(file);
  const database = connect(file);
  try {
    if (!isKnown) check(database, file);
    prepare(database, file);
    return database;
  } catch (error) {
    database.close();
    throw isDamage(error) ? damaged(file, error) : explainDatabaseError(error, file);
  }
}

/** Closes a database. The next opening skips the check if the file is unchanged. */
export function closeDatabase(database: DatabaseSync): void {
  const file = database.location();
  database.close();
  if (file !== null) recordCleanShutdown(file);
}

function check(database: DatabaseSync, file: string): void {
  const found = database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
  if (found !== 'ok') throw damaged(file, new Error(String(found)));
}

function prepare(database: DatabaseSync, file: string): void {
  // Read inside the transaction, because another process may be opening the same folder for the first time.
  const found = inTransaction(database, () => {
    const current = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
    if (current >= version) return current;
    if (current === 0 && database.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined) return null;
    for (const migration of migrations.slice(current)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${String(version)}`);
    return version;
  });
  if (found === version) return;
  throw new OperatorError(
    found === null ? `${file} is the database of another program` : `${file} is of another version of Frontage`,
    recoveryHint(file),
  );
}

function connect(file: string): DatabaseSync {
  const database = openFile(file);
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000;');
    // Pages of the log; smaller logs are checkpointed in pauses.
    database.exec('PRAGMA wal_autocheckpoint = 4000');
    return database;
  } catch (error) {
    database.close();
    if (isDamage(error)) throw damaged(file, error);
    const explained = explainDatabaseError(error, file);
    if (!(explained instanceof DiskFullError)) throw explained;
  }
  // On a full disk the shared-memory file cannot be created, so only one process can open the database.
  const alone = openFile(file);
  alone.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
  return alone;
}

function openFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw explainDatabaseError(error, file);
  }
}

const damaged = (file: string, cause?: unknown): OperatorError =>
  new OperatorError(`${file} is damaged`, recoveryHint(file), { cause });

const recoveryHint = (file: string): string =>
  `Restore a copy, or move it away: mv ${file} ${file}.damaged. ` +
  'The site is then rebuilt from its content; earlier releases and a pin are lost';

/**
 * Returns a function that runs `work` in one transaction: in a new one, or in the one that is running. Either all of
 * its writes are committed or none, and all of its reads see one state.
 * @throws OperatorError if the file is damaged, and DiskFullError if the disk is full.
 */
export function transaction<Given extends unknown[], Result>(
  database: DatabaseSync,
  work: (...given: Given) => Result,
  begin: 'BEGIN' | 'BEGIN IMMEDIATE' = 'BEGIN IMMEDIATE',
): (...given: Given) => Result {
  return (...given) => {
    if (database.isTransaction) return work(...given);
    try {
      database.exec(begin);
      const result = work(...given);
      database.exec('COMMIT');
      return result;
    } catch (error) {
      // A full disk rolls the transaction back; a second rollback would hide the cause.
      if (database.isTransaction) database.exec('ROLLBACK');
      const file = database.location() ?? 'the database';
      throw isDamage(error) ? damaged(file, error) : explainDatabaseError(error, file);
    }
  };
}

/** Runs `work` in one transaction, like `transaction`. */
export const inTransaction = <Result>(
  database: DatabaseSync,
  work: () => Result,
  begin?: 'BEGIN' | 'BEGIN IMMEDIATE',
): Result => transaction(database, work, begin)();

/** Creates the indexes again that were dropped before the tables were filled. */
type EndFilling = () => void;

/**
 * Returns a function to call at the start of a transaction that fills these tables. It drops their indexes if all of
 * them are empty, and returns a function that creates the indexes again. Maintained row by row, an index that is larger
 * than SQLite's cache is read and written for nearly each row.
 */
export function suspendIndexes(database: DatabaseSync, tables: readonly string[]): () => EndFilling {
  const any = tables.map((table) => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`));
  return () => {
    if (any.some((rows) => rows.get() !== undefined)) return () => undefined;
    // Indexes implied by a table's definition have no statement.
    const indices = database
      .prepare("SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
      .all()
      .filter(({ tbl_name }) => tables.includes(String(tbl_name)));
    for (const { name } of indices) database.exec(`DROP INDEX ${String(name)}`);
    return () => {
      for (const { sql } of indices) database.exec(String(sql));
    };
  };
}

/** Whether a database file is unchanged since `recordCleanShutdown` and has no write-ahead log. */
export function wasClosedCleanly(file: string): boolean {
  const record = recordOf(file);
  return existsSync(record) && !hasLog(file) && readFileSync(record, 'utf8') === identityOf(file);
}

/** Records the state of an intact file that only SQLite has written, unless it has a write-ahead log. */
export function recordCleanShutdown(file: string): void {
  if (!hasLog(file)) skipWhenDiskFull(() => writeFileSync(recordOf(file), identityOf(file)));
}

const recordOf = (file: string): string => `${file}.whole`;

const hasLog = (file: string): boolean => existsSync(`${file}-wal`);

/** Differs for another file, for a copy in its place, and after each write. */
function identityOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found ? [found.dev, found.ino, found.size, found.mtimeNs].join(' ') : '';
}

/** Checkpoints SQLite's write-ahead log. */
interface Checkpoints {
  /** Runs a checkpoint after a pause in commits. */
  soon(): void;
  end(): void;
}

// Longer than an edit takes together with a waiting next edit.
const pauseMs = 250;

/**
 * Runs checkpoints in pauses between commits. Inside a commit, one edit in twenty of a large site would wait for a
 * checkpoint, which writes scattered pages and flushes the disk twice. Data in the log is equally safe. Without a
 * pause, a commit runs the checkpoint when the log reaches `wal_autocheckpoint` pages.
 */
export function openCheckpoints(database: DatabaseSync): Checkpoints {
  const checkpoint = (): void => {
    try {
      // A passive checkpoint does not wait for readers in other processes. It copies the pages that they do not use.
      if (database.isOpen && !database.isTransaction) database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // The disk is full: the log is kept, and the next commit reports the error.
    }
  };
  let timer: NodeJS.Timeout | null = null;
  return {
    soon: () => {
      timer = timer?.refresh() ?? setTimeout(checkpoint, pauseMs).unref();
    },
    end: () => clearTimeout(timer ?? undefined),
  };
}
