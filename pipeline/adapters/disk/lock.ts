import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Makes this process the only writer of a folder until it closes the lock or ends, however it ends. Answers null when
 * another process is the writer.
 */
export function lockFolder(dataDir: string): { unlock(): void } | null {
  const database = new DatabaseSync(join(dataDir, 'writer.lock'));
  try {
    // The operating system gives SQLite's file lock back when the process dies: no stale lock to clean up.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    return { unlock: () => database.close() };
  } catch (error) {
    database.close();
    if (error instanceof Error && error.message.includes('locked')) return null;
    throw error;
  }
}
