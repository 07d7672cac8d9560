import { DatabaseSync } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';
import { openRowPruning, type PrunedRows } from './prune-rows.ts';

/** Asks for the next slice of rows to delete. */
export interface PruneOrder {
  /** The database. */
  file: string;
  /** The oldest kept release. */
  oldest: number;
}

function openIndex(file: string): DatabaseSync {
  const opened = new DatabaseSync(file, { timeout: 5_000 });
  opened.exec('PRAGMA synchronous = NORMAL');
  return opened;
}

function openPruning() {
  let database: DatabaseSync | null = null;
  let slices: { oldest: number; rows: Generator<PrunedRows, undefined> } | null = null;
  return {
    next: ({ file, oldest }: PruneOrder): PrunedRows | null => {
      database ??= openIndex(file);
      if (slices?.oldest !== oldest) slices = { oldest, rows: openRowPruning(database).slices(oldest) };
      const pruned = slices.rows.next().value ?? null;
      if (pruned === null) slices = null;
      return pruned;
    },
    close: () => database?.close(),
  };
}

const pruning = openPruning();

parentPort?.on('message', (order: PruneOrder | null) => {
  if (order !== null) return parentPort?.postMessage(pruning.next(order));
  pruning.close();
  parentPort?.close();
});
