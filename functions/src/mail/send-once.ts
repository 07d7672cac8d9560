import { durations } from '@frontage/model/limits';
import type { Letter } from '@frontage/model/mail/letter';
import { collections } from '@frontage/model/paths';
import { Timestamp, type DocumentReference, type Firestore } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { projectID } from 'firebase-functions/params';
import { mailFrom, smtpUrl } from '../params.ts';
import { isLocalProject } from '../people/setup-code.ts';
import { isRefusedForGood, sendBySmtp, type Post } from './send-by-smtp.ts';

/** What became of an e-mail: `off` where a project sends none. */
export type Sent = 'sent' | 'refused' | 'off';

export interface Outgoing {
  /** Of the event it tells of and whom it goes to: sent once however often the event arrives. */
  id: string;
  to: string;
  letter: Letter;
}

/** How e-mail leaves the project; null where it does not. */
function postOf(): Post | null {
  const from = mailFrom.value();
  const url = from === '' ? '' : smtpUrl.value();
  return url === '' || url === 'none' ? null : { from, url };
}

// Longer than a function runs: whoever holds it so long is gone.
const lease = 2 * 60_000;

/**
 * Sends an e-mail, once for its id, and keeps that it did, but neither whom it went to nor what it said. Throws where it was not sent and
 * may be another time. A local project without a mail server keeps it whole, for the page that lists it.
 */
export async function sendOnce(firestore: Firestore, { id, to, letter }: Outgoing): Promise<Sent> {
  const post = postOf();
  const record = firestore.collection(collections.mail).doc(id);
  if (post === null) {
    if (!isLocalProject(projectID.value())) return 'off';
    await record.set({ ...recordOf('local'), to, ...letter });
    return 'sent';
  }
  const claimed = await claim(firestore, record);
  if (claimed !== 'ours') return claimed;
  try {
    await sendBySmtp(post, { to, letter, id });
  } catch (error) {
    const isRefused = isRefusedForGood(error);
    await record.set(recordOf(isRefused ? 'refused' : 'waiting'));
    logger.error(`The e-mail ${id} was not sent${isRefused ? ', and is not tried again' : ''}`, {
      reason: codeOf(error),
    });
    if (isRefused) return 'refused';
    throw new Error('The mail server did not take an e-mail', { cause: error });
  }
  await record.set(recordOf('sent'));
  return 'sent';
}

type State = 'sending' | 'waiting' | 'sent' | 'refused' | 'local';

const recordOf = (state: State) => ({
  state,
  at: Timestamp.now(),
  expires_at: Timestamp.fromMillis(Date.now() + durations.mailRemembered),
});

/** Of two deliveries of one event at once, the second comes again later. */
const claim = (firestore: Firestore, record: DocumentReference): Promise<'ours' | Sent> =>
  firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(record);
    const state: unknown = stored.get('state');
    if (state === 'sent' || state === 'refused') return state;
    const at: unknown = stored.get('at');
    if (state === 'sending' && at instanceof Timestamp && at.toMillis() > Date.now() - lease) {
      throw new Error('The e-mail is being sent');
    }
    transaction.set(record, recordOf('sending'));
    return 'ours';
  });

/** What a server's refusal is called; its words may hold the address. */
const codeOf = (error: unknown): unknown => {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  return [code, responseCode].filter((part) => part !== undefined).join(' ') || 'unknown';
};
