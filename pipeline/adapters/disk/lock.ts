import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { explainDatabaseError } from './file-access.ts';

interface Lock {
  unlock(): void;
}

const sqliteBusy = 5;

/**
 * Locks a file for this process until it unlocks the file or ends. When a process ends, even by a signal, the operating
 * system releases SQLite's file lock, so no stale lock remains. Returns null if another process still holds the lock
 * after `patience` milliseconds.
 */
export function lockFile(file: string, patience = 0): Lock | null {
  const database = openLock(file);
  try {
    // A journal in memory needs no disk space.
    database.exec(`PRAGMA busy_timeout = ${String(patience)}; PRAGMA journal_mode = MEMORY`);
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return { unlock: () => database.close() };
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    if (!(error instanceof Error && error.message.includes('not a database'))) throw explainDatabaseError(error, file);
    // A lock file contains no data, so a file that is not a database can be replaced.
    rmSync(file, { force: true });
    return lockFile(file, patience);
  }
}

function openLock(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw explainDatabaseError(error, file);
  }
}

/** Whether a process currently holds a lock file. */
export function isLocked(file: string): boolean {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    database.prepare('SELECT 1 FROM sqlite_master').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  error.errcode % 256 === sqliteBusy;
