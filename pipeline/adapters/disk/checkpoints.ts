import type { DatabaseSync } from 'node:sqlite';

/** Takes what commits have written into the log over into the database. */
export interface Checkpoints {
  /** When nobody has committed for a moment. */
  soon(): void;
  end(): void;
}

// Longer than an edit takes, and the next one that waits behind it.
const calm = 250;

/**
 * In a commit, one edit in twenty of a large site would wait for it: pages that lie all over the file, and the disk twice. What
 * is not taken over yet is as safe in the log; commits that follow one another without a pause do it where the log has grown
 * to what `autocheckpoint` says.
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
