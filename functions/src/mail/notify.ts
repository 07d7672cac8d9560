import { durations } from '@frontage/model/limits';
import type { Letter } from '@frontage/model/mail/letter';
import * as logger from 'firebase-functions/logger';
import { auth, firestore } from '../firebase.ts';
import { recipientsOf, staffAmong } from './recipients.ts';
import { sendOnce } from './send-once.ts';

interface OccurredEvent {
  id: string;
  /** ISO 8601. */
  time: string;
}

/**
 * Emails users about an event, once each, if they are still staff. Throws if the mail server did not accept an email,
 * so that the platform redelivers the event. Events older than a day are dropped.
 */
export async function notify({ id, time }: OccurredEvent, uids: readonly string[], letter: Letter): Promise<void> {
  if (Date.now() - Date.parse(time) > durations.newsWorthTelling) {
    logger.error(`The emails about ${id} were not sent for a day and will not be retried`);
    return;
  }
  const recipients = await recipientsOf(auth(), await staffAmong(firestore(), uids));
  const outcomes = await Promise.allSettled(
    recipients.map(({ uid, email }) => sendOnce(firestore(), { id: `${id}_${uid}`, to: email, letter })),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
