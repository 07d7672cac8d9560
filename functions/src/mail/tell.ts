import { durations } from '@frontage/model/limits';
import type { Letter } from '@frontage/model/mail/letter';
import * as logger from 'firebase-functions/logger';
import { auth, firestore } from '../firebase.ts';
import { recipientsOf, staffAmong } from './recipients.ts';
import { sendOnce } from './send-once.ts';

interface Told {
  id: string;
  /** ISO 8601. */
  time: string;
}

/**
 * Sends an e-mail about an event to each of some people who are staff still, once each. Throws where one was not taken, so that the platform
 * delivers the event again; news of more than a day ago are none.
 */
export async function tell({ id, time }: Told, uids: readonly string[], letter: Letter): Promise<void> {
  if (Date.now() - Date.parse(time) > durations.newsWorthTelling) {
    logger.error(`The e-mails about ${id} were not sent for a day, and are not tried again`);
    return;
  }
  const recipients = await recipientsOf(auth(), await staffAmong(firestore(), uids));
  const outcomes = await Promise.allSettled(
    recipients.map(({ uid, email }) => sendOnce(firestore(), { id: `${id}_${uid}`, to: email, letter })),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
