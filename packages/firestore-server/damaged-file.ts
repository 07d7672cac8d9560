import { DatabaseSync } from 'node:sqlite';

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

/** Opens a database file and calls `prepare` to set it up. @throws DamagedFileError if it is not a valid database */
export function openDatabaseFile(file: string, prepare: (database: DatabaseSync) => void): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw damaged.has(resultCode(error)) ? new DamagedFileError(file, error) : error;
  }
}

/** Runs `work` in one transaction: all of its writes are stored, or none. */
export type Transaction = <Result>(work: () => Result) => Result;

/** Opens transactions of a database. They throw DiskFullError if the disk is full. */
export function openTransactions(database: DatabaseSync): Transaction {
  const begin = database.prepare('BEGIN IMMEDIATE');
  const commit = database.prepare('COMMIT');
  const rollback = database.prepare('ROLLBACK');
  return (work) => {
    try {
      begin.run();
      const result = work();
      commit.run();
      return result;
    } catch (error) {
      // After some failures, such as a full disk, SQLite has rolled back already.
      if (database.isTransaction) rollback.run();
      throw resultCode(error) === full ? new DiskFullError(database.location() ?? ':memory:', error) : error;
    }
  };
}
