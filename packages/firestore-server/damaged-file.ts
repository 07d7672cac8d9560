import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { LastCommit } from './last-commit.ts';

/** A database file that SQLite cannot read. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super(`${file} is damaged`, { cause });
    this.file = file;
  }
}

/** A write that failed because the disk is full. No part of it was stored. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';

  constructor(file: string, cause: unknown) {
    super(`The disk that holds ${file} is full: nothing was stored. Free some space, then try again`, { cause });
  }
}

// SQLite's SQLITE_CORRUPT and SQLITE_NOTADB.
const damaged = new Set([11, 26]);
// SQLite's SQLITE_FULL.
const full = 13;

const resultCode = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;

const recordOf = (file: string): string => `${file}.whole`;

/** Differs for another file, for a copy in its place, and after each write. */
function identityOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false, bigint: true });
  return found ? [found.dev, found.ino, found.size, found.mtimeNs].join(' ') : '';
}

/** Whether a file is unchanged since `closeDatabaseFile`. */
const wasClosed = (file: string): boolean =>
  existsSync(recordOf(file)) && !existsSync(`${file}-wal`) && readFileSync(recordOf(file), 'utf8') === identityOf(file);

/**
 * Opens a database file and calls `prepare` to set it up. A file that was not closed by `closeDatabaseFile` is checked
 * as a whole, which takes time that grows with it.
 * @throws DamagedFileError if it is not a valid database
 */
export function openDatabaseFile(file: string, prepare: (database: DatabaseSync) => void): DatabaseSync {
  const isKnown = file === ':memory:' || !existsSync(file) || wasClosed(file);
  const database = openFile(file);
  try {
    prepare(database);
    const found = isKnown ? 'ok' : database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'];
    if (found !== 'ok') throw new DamagedFileError(file, new Error(String(found)));
    // Writes may stay in the write-ahead log, so the file alone does not show that it was opened.
    rmSync(recordOf(file), { force: true });
    return database;
  } catch (error) {
    database.close();
    if (damaged.has(resultCode(error))) throw new DamagedFileError(file, error);
    throw error instanceof Error && 'errcode' in error ? Object.assign(error, { path: file }) : error;
  }
}

// SQLite's messages do not name the file.
function openFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path: file }) : error;
  }
}

/** Closes a database. The next opening skips the check if the file is unchanged. */
export function closeDatabaseFile(database: DatabaseSync): void {
  const file = database.location();
  database.close();
  if (file === null || existsSync(`${file}-wal`)) return;
  try {
    writeFileSync(recordOf(file), identityOf(file));
  } catch {
    // The disk is full or read-only: the next opening checks the file.
  }
}

/** Runs `work` in one transaction: all of its writes are stored, or none. */
export type Transaction = <Result>(work: () => Result) => Result;

/** Opens transactions of a database, which are numbered by `counted`. They throw DiskFullError if the disk is full. */
export function openTransactions(database: DatabaseSync, counted?: LastCommit): Transaction {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  return (work) => {
    try {
      begin.run();
      const result = work();
      counted?.count();
      commit.run();
      counted?.record();
      return result;
    } catch (error) {
      // After some failures, such as a full disk, SQLite has rolled back already.
      if (database.isTransaction) rollback.run();
      throw resultCode(error) === full ? new DiskFullError(database.location() ?? ':memory:', error) : error;
    }
  };
}
