import type { Schedule, ScheduleFailure } from '@frontage/model/schedule';
import type { Write } from '@frontage/model/writes/write';
import type { DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';

/** The inputs of a plan: the schedule, its document, and the transaction. */
export interface Step {
  schedule: Schedule;
  document: DocumentSnapshot;
  firestore: Firestore;
  transaction: Transaction;
}

/** The writes that carry out an authorized schedule, or the reason for failure. */
export type Plan = (step: Step) => Promise<Write[] | ScheduleFailure>;
