import type { Log } from './log.ts';
import type { Ruleset } from '@frontage/rules-engine/ruleset';
import { openAccess } from './access.ts';
import type { Access } from './access.ts';
import type { Caller } from './caller.ts';
import type { CommitContext } from './commit.ts';
import type { View } from './history.ts';
import { timestampFrom } from './proto-value.ts';
import type { Query } from './query.ts';
import { invalid } from './status.ts';
import type { Database, Store } from './store.ts';
import type { Transaction, Transactions } from './transactions.ts';
import { microsOf } from './value.ts';
import type { WireConsistency, WireTransactionOptions } from './wire.ts';

/** The dependencies of every operation. */
export interface Engine {
  store: Store;
  transactions: Transactions;
  /** The rules of a project; null denies all client requests. */
  rulesOf(project: string): Ruleset | null;
  /** Refuses a query that needs a missing index. */
  checkIndex(query: Query): void;
  log: Log;
}

export interface Call {
  engine: Engine;
  caller: Caller;
}

/** The database, view and time of a read, and its transaction. */
export interface Reading {
  database: Database;
  view: View;
  /** Microseconds. */
  time: number;
  transaction: Transaction | null;
  /** The id of the transaction that this read started, which the first response contains; otherwise null. */
  begun: Uint8Array | null;
}

export function openReading({ engine }: Call, project: string, wire: WireConsistency): Reading {
  const { store, transactions } = engine;
  const database = store.database(project);
  switch (wire.consistencySelector) {
    case 'transaction': {
      if (wire.transaction.length === 0) break;
      const transaction = transactions.find(wire.transaction, project);
      return { database, view: transaction.view(), time: transaction.readTime, transaction, begun: null };
    }
    case 'newTransaction': {
      const transaction = beginTransaction(engine, database, wire.newTransaction);
      return { database, view: transaction.view(), time: transaction.readTime, transaction, begun: transaction.id };
    }
    case 'readTime': {
      const time = readTimeOf(engine, wire.readTime);
      return { database, view: database.at(time), time, transaction: null, begun: null };
    }
    default:
      break;
  }
  return { database, view: database, time: store.tick(), transaction: null, begun: null };
}

export function beginTransaction(
  engine: Engine,
  database: Database,
  options: WireTransactionOptions | null,
): Transaction {
  const readOnly = options?.mode === 'readOnly';
  const readTime =
    readOnly && options.readOnly.consistencySelector === 'readTime'
      ? readTimeOf(engine, options.readOnly.readTime)
      : engine.store.tick();
  database.at(readTime);
  return engine.transactions.begin(database, { readOnly, readTime });
}

function readTimeOf(engine: Engine, wire: WireConsistency['readTime']): number {
  const time = microsOf(timestampFrom(wire));
  if (time > engine.store.tick()) invalid('The requested read time is in the future.');
  return time;
}

export function accessTo({ engine, caller }: Call, reading: Reading, documents: number): Access {
  const { view, time, database } = reading;
  return openAccess({
    caller,
    rules: engine.rulesOf(database.project),
    view,
    viewAfter: view,
    time,
    documents,
    log: engine.log,
  });
}

export function commitContext({ engine, caller }: Call, project: string): CommitContext {
  return {
    store: engine.store,
    database: engine.store.database(project),
    caller,
    rules: engine.rulesOf(project),
    log: engine.log,
  };
}
