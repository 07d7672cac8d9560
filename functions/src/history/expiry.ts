import { durations } from '@frontage/model/limits';
import { Timestamp } from 'firebase-admin/firestore';

/** The expiry of a revision that was written at `at` and is no longer among the newest `limits.revisionsKept`. */
export const expiryOf = (at: Timestamp): Timestamp => Timestamp.fromMillis(at.toMillis() + durations.revisionKept);
