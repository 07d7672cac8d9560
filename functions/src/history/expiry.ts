import { durations } from '@frontage/model/limits';
import { Timestamp } from 'firebase-admin/firestore';

/** The expiry of a revision written at a moment, once it is no longer among the newest. */
export const expiryOf = (at: Timestamp): Timestamp => Timestamp.fromMillis(at.toMillis() + durations.revisionKept);
