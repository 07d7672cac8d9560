import type { Schedule, ScheduleFailure } from '@frontage/model/schedule';
import type { Write } from '@frontage/model/writes/write';
import type { DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';

/** What a plan works with: the order, the document it is about, and the transaction that carries it out. */
export interface Step {
  schedule: Schedule;
  document: DocumentSnapshot;
  firestore: Firestore;
  transaction: Transaction;
}

/** The writes that carry an order out, of somebody who may; or why it cannot be. */
export type Plan = (step: Step) => Promise<Write[] | ScheduleFailure>;
