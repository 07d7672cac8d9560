import { Timestamp, type DocumentReference, type DocumentSnapshot } from 'firebase-admin/firestore';

/** One write of a document, as delivered to a trigger: at least once and in any order. */
export interface WriteEvent {
  /** Equal for every delivery of the event. */
  id: string;
  /** The time of the write. */
  at: Timestamp;
  document: DocumentReference;
  before: DocumentSnapshot;
  after: DocumentSnapshot;
}

/** Whether a stored server time is that of the commit of the event. */
export const isTimeOf = ({ at }: WriteEvent, stored: unknown): boolean =>
  stored instanceof Timestamp && Math.abs(stored.toMillis() - at.toMillis()) < 1_000;
