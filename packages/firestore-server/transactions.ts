import { randomBytes } from 'node:crypto';
import type { Predicate } from './filter.ts';
import type { View } from './history.ts';
import { limits } from './limits.ts';
import { invalid, refuse } from './status.ts';
import type { Database } from './store.ts';

/**
 * An optimistic transaction: all its reads see its start time, and its commit is refused if a commit since then changed
 * a document that it read or that one of its queries finds or found. That makes committed transactions serializable in
 * the order of their commits.
 */
export interface Transaction {
  readonly id: Uint8Array;
  readonly database: Database;
  readonly readOnly: boolean;
  /** The read time, microseconds. */
  readonly readTime: number;
  readonly documents: Set<string>;
  readonly queries: Predicate[];
  view(): View;
}

export interface Transactions {
  begin(database: Database, options: { readOnly: boolean; readTime: number }): Transaction;
  /** Refuses unknown, finished and expired transactions. */
  find(id: Uint8Array, project: string): Transaction;
  end(transaction: Transaction): void;
}

interface Entry {
  transaction: Transaction;
  began: number;
  used: number;
}

export function openTransactions(clock: () => number = Date.now): Transactions {
  const active = new Map<string, Entry>();
  const keyOf = (id: Uint8Array): string => Buffer.from(id).toString('base64');
  const expired = ({ began, used }: Entry): boolean => {
    const now = clock();
    return now - began > limits.transactionMillis || now - used > limits.transactionIdleMillis;
  };
  return {
    begin(database, { readOnly, readTime }) {
      for (const [key, entry] of active) if (expired(entry)) active.delete(key);
      const id = randomBytes(16);
      const transaction: Transaction = {
        id,
        database,
        readOnly,
        readTime,
        documents: new Set(),
        queries: [],
        view: () => database.at(readTime),
      };
      active.set(keyOf(id), { transaction, began: clock(), used: clock() });
      return transaction;
    },
    find(id, project) {
      const entry = active.get(keyOf(id));
      if (entry === undefined || expired(entry) || entry.transaction.database.project !== project) {
        return invalid('The referenced transaction has expired or is no longer valid.');
      }
      entry.used = clock();
      return entry.transaction;
    },
    end: ({ id }) => void active.delete(keyOf(id)),
  };
}

/** Refuses with ABORTED if documents read by the transaction have changed. */
export function checkUncontended({ database, readTime, documents, queries }: Transaction): void {
  if (readTime < database.horizon()) contention();
  for (const { changes } of database.since(readTime)) {
    for (const { path, before, after } of changes) {
      if (documents.has(path)) contention();
      for (const matches of queries) {
        if ((before !== null && matches(before)) || (after !== null && matches(after))) contention();
      }
    }
  }
}

function contention(): never {
  return refuse(
    'ABORTED',
    'Aborted due to cross-transaction contention. This occurs when multiple transactions attempt to access the ' +
      'same data, requiring Firestore to abort at least one in order to enforce serializability.',
  );
}
