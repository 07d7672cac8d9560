import type { DatabaseSync } from 'node:sqlite';

/** Checkpoints SQLite's write-ahead log. */
export interface Checkpoints {
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
