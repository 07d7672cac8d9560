import type { DatabaseSync } from 'node:sqlite';

/** Checkpoints SQLite's write-ahead log. */
export interface Checkpoints {
  /** After a pause in commits. */
  soon(): void;
  end(): void;
}

// Longer than an edit takes, and the next one that waits behind it.
const calm = 250;

/**
 * Inside a commit, one edit in twenty of a large site would wait for a checkpoint: scattered pages, and the disk twice. Data
 * in the log is equally safe; commits without a pause checkpoint when the log reaches
 * `autocheckpoint` pages.
 */
export function openCheckpoints(database: DatabaseSync): Checkpoints {
  const take = (): void => {
    try {
      // Passive: where another process reads, as much as it leaves.
      if (database.isOpen && !database.isTransaction) database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    } catch {
      // A full disk: the log stays, and the next commit says so.
    }
  };
  let timer: NodeJS.Timeout | null = null;
  return {
    soon: () => {
      timer = timer?.refresh() ?? setTimeout(take, calm).unref();
    },
    end: () => clearTimeout(timer ?? undefined),
  };
}
