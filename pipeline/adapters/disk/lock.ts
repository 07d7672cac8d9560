import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

interface Lock {
  unlock(): void;
}

const sqliteBusy = 5;

/**
 * Makes this process the only holder of a lock file until it unlocks it or ends, however it ends: the operating system
 * gives SQLite's file lock back with the process, so no stale lock is left to clean up. Returns null when another process
 * still holds it after `patience` milliseconds.
 */
export function lockFile(file: string, patience = 0): Lock | null {
  const database = new DatabaseSync(file);
  try {
    // Without a journal on the disk it needs no room there.
    database.exec(`PRAGMA busy_timeout = ${String(patience)}; PRAGMA journal_mode = MEMORY`);
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return { unlock: () => database.close() };
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    if (!(error instanceof Error && error.message.includes('not a database'))) throw error;
    // The file has no content: a replacement can be overwritten.
    rmSync(file, { force: true });
    return lockFile(file, patience);
  }
}

/** Whether a process holds a lock file just now. */
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
