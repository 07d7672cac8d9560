import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A database file that SQLite cannot read. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError';
  readonly file: string;

  constructor(file: string, cause: unknown) {
    super(`${file} is damaged. Put a copy of it back, or move it away`, { cause });
    this.file = file;
  }
}

/** A write that failed because the disk is full. No part of it was stored. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError';
  readonly path: string;

  constructor(file: string, cause: unknown) {
    super(`The disk that holds ${file} is full: nothing was stored. Free some space, then try again`, { cause });
    this.path = file;
  }
}

/** A file that the system does not let this process read or write. No part of a write was stored. */
export class UnusableFileError extends Error {
  override readonly name = 'UnusableFileError';
  /** The file or folder that has to be changed. */
  readonly path: string;
  /** The code of the system, such as EACCES. */
  readonly code: string;

  constructor(path: string, code: string, cause: unknown) {
    super(`${path} ${reasons[code] ?? reasons['EIO'] ?? ''}`, { cause });
    this.path = path;
    this.code = code;
  }
}

/** Reasons with the next step, by code of the system. */
const reasons: Record<string, string> = {
  EACCES: 'cannot be used: this user has no permission. Allow it to read and write there, then try again',
  EPERM: 'cannot be used: it is protected against changes. Allow this user to write there, then try again',
  EROFS: 'cannot be written: its disk is read-only. Mount it writable, then try again',
  EISDIR: 'is a folder, but a file is needed. Move it away, then try again',
  ENOTDIR: 'is inside a file, but a folder is needed. Move the file away, then try again',
  ENOENT: 'does not exist and cannot be created. Create its folder, then start again',
  EMFILE: 'cannot be opened: the system allows no more open files. Raise the limit (ulimit -n 4096), then start again',
  GONE: 'is missing. Put a copy of it back',
  EIO: 'cannot be read or written. Check the disk that holds it, then start again',
};

// SQLite's SQLITE_CORRUPT and SQLITE_NOTADB.
const damaged = new Set([11, 26]);
// SQLite's SQLITE_FULL.
const full = 13;
// SQLite's SQLITE_READONLY, SQLITE_IOERR and SQLITE_CANTOPEN: the system refused access, for a reason they do not tell.
const refused = new Set([8, 10, 14]);
// SQLite's SQLITE_CANTOPEN for the shared-memory file, which is also the error of a full disk.
const noSharedMemory = 4874;

/**
 * Converts an error of SQLite on a database file to DiskFullError, DamagedFileError or UnusableFileError, whose messages
 * name the file and the next step. Returns other errors unchanged.
 */
export function explainFileError(error: unknown, file: string): unknown {
  const code = resultCode(error);
  if (code === full || isFullForSystem(error)) return new DiskFullError(file, error);
  if (damaged.has(code)) return new DamagedFileError(file, error);
  if (!refused.has(code)) return error;
  const found = accessProblem(file);
  if (found !== null) return new UnusableFileError(found.path, found.code, error);
  const isFull = error instanceof Error && 'errcode' in error && error.errcode === noSharedMemory;
  return isFull ? new DiskFullError(file, error) : new UnusableFileError(file, 'EIO', error);
}

const isFullForSystem = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Converts an error of the system on a file that was stored to one of this module. Returns other errors unchanged. */
export function explainSystemError(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return new UnusableFileError(file, 'GONE', error);
  return code in reasons ? new UnusableFileError(file, code, error) : explainFileError(error, file);
}

/** The problem of a database file, of the files beside it or of their folder; null if all can be written. */
function accessProblem(file: string): { path: string; code: string } | null {
  const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException).code);
  for (const path of ['', '-wal', '-shm', '-journal'].map((suffix) => file + suffix)) {
    try {
      closeSync(openSync(path, 'r+'));
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') return { path, code: codeOf(error) };
    }
  }
  try {
    accessSync(dirname(file), constants.W_OK);
    return null;
  } catch (error) {
    return { path: dirname(file), code: codeOf(error) };
  }
}

/** An error of this module as data, for another thread. */
export type FileErrorData =
  | { kind: 'damaged' | 'full'; file: string }
  | { kind: 'unusable'; file: string; code: string };

/** Null if the error is not of this module. */
export function fileErrorData(error: unknown): FileErrorData | null {
  if (error instanceof DamagedFileError) return { kind: 'damaged', file: error.file };
  if (error instanceof DiskFullError) return { kind: 'full', file: error.path };
  return error instanceof UnusableFileError ? { kind: 'unusable', file: error.path, code: error.code } : null;
}

export function fileErrorFrom(data: FileErrorData): Error {
  if (data.kind === 'unusable') return new UnusableFileError(data.file, data.code, null);
  return data.kind === 'full' ? new DiskFullError(data.file, null) : new DamagedFileError(data.file, null);
}

/** Whether an error is of this module: its message is for an operator. */
export const isFileError = (error: unknown): error is Error =>
  error instanceof DiskFullError || error instanceof DamagedFileError || error instanceof UnusableFileError;

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
 * @throws DamagedFileError, DiskFullError or UnusableFileError
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
    throw explainFileError(error, file);
  }
}

function openFile(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw explainFileError(error, file);
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

/** Numbers transactions. */
interface Counted {
  /** Called in the running transaction. */
  count(): void;
  /** Called when it is stored. */
  record(): void;
}

/** Runs `work` in one transaction: all of its writes are stored, or none. */
export type Transaction = <Result>(work: () => Result) => Result;

/** Opens transactions of a database, which are numbered by `counted`. They throw the errors of `explainFileError`. */
export function openTransactions(database: DatabaseSync, counted?: Counted): Transaction {
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
      throw explainFileError(error, database.location() ?? ':memory:');
    }
  };
}
