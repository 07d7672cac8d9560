import { serverDurations } from '@frontage/model/limits';
import type { Letter } from './letters.ts';
import { collections } from '@frontage/model/paths';
import { type DocumentReference, type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { isLocalProject, mailFrom, smtpUrl } from '../params.ts';
import { mailServerProblem, sendBySmtp, type MailTransport } from './smtp.ts';

/** The result of an email: `off` if the project sends none. */
export type SendResult = 'sent' | 'refused' | 'off';

export interface Outgoing {
  /** Identifies the event and the recipient: an email is sent once per id, even for duplicate events. */
  id: string;
  to: string;
  letter: Letter;
}

// Longer than a function runs: a claim of that age belongs to a crashed call.
const lease = 2 * 60_000;

/**
 * Sends an email once per id and records that, without recipient and text. Throws if it was not sent and can be
 * retried. A local project without a mail server stores the whole email for the local mailbox.
 */
export async function sendOnce(firestore: Firestore, { id, to, letter }: Outgoing): Promise<SendResult> {
  const transport = mailTransport();
  const record = firestore.collection(collections.mail).doc(id);
  if (transport === null) {
    if (!isLocalProject()) return 'off';
    await record.set({ ...recordOf('local'), to, ...letter });
    return 'sent';
  }
  const claimed = await claim(firestore, record);
  if (claimed !== 'ours') return claimed;
  const failure = await sendBySmtp(transport, { to, letter, id });
  const state = failure === null ? 'sent' : failure.isFinal ? 'refused' : 'waiting';
  await record.set(recordOf(state));
  if (failure !== null) {
    const { isFinal, reason } = failure;
    logger.error(`The email ${id} was not sent${isFinal ? ' and will not be retried' : ''}`, { reason });
  }
  if (state === 'waiting') throw new Error('The mail server did not accept an email');
  return state;
}

type State = 'sending' | 'waiting' | 'sent' | 'refused' | 'local';

const recordOf = (state: State) => ({
  state,
  at: Timestamp.now(),
  expires_at: Timestamp.fromMillis(Date.now() + serverDurations.mailRemembered),
});

/** If one event is delivered twice at once, the second delivery fails and is retried later. */
const claim = (firestore: Firestore, record: DocumentReference): Promise<'ours' | SendResult> =>
  firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(record);
    const state: unknown = stored.get('state');
    if (state === 'sent' || state === 'refused') return state;
    const at: unknown = stored.get('at');
    if (state === 'sending' && at instanceof Timestamp && at.toMillis() > Date.now() - lease) {
      throw new Error('The email is being sent');
    }
    transaction.set(record, recordOf('sending'));
    return 'ours';
  });

/**
 * The project's mail transport; null if email is disabled.
 * @throws Error if the settings are invalid; the message does not contain the password
 */
export function mailTransport(): MailTransport | null {
  const from = mailFrom.value();
  const url = from === '' ? '' : smtpUrl.value();
  if (url === '' || url === 'none') return null;
  const problem = mailServerProblem(url);
  if (problem !== null) throw new Error(`The secret SMTP_URL ${problem}`);
  return { from, url };
}
