import { durations } from '@frontage/model/limits';
import { Timestamp } from 'firebase-admin/firestore';

/** When what was written at a moment, and is none of the newest any more, goes. */
export const expiryOf = (at: Timestamp): Timestamp => Timestamp.fromMillis(at.toMillis() + durations.revisionKept);
