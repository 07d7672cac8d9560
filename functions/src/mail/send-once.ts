import { durations } from '@frontage/model/limits';
import type { Letter } from '@frontage/model/mail/letter';
import { collections } from '@frontage/model/paths';
import { Timestamp, type DocumentReference, type Firestore } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { projectID } from 'firebase-functions/params';
import { isLocalProject } from '../people/setup-code.ts';
import { postOf } from './post.ts';
import { sendBySmtp } from './send-by-smtp.ts';

/** What became of an e-mail: `off` where a project sends none. */
export type Sent = 'sent' | 'refused' | 'off';

export interface Outgoing {
  /** Of the event it tells of and whom it goes to: sent once however often the event arrives. */
  id: string;
  to: string;
  letter: Letter;
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
  const failure = await sendBySmtp(post, { to, letter, id });
  const state = failure === null ? 'sent' : failure.isFinal ? 'refused' : 'waiting';
  await record.set(recordOf(state));
  if (failure !== null) {
    const { isFinal, reason } = failure;
    logger.error(`The e-mail ${id} was not sent${isFinal ? ', and is not tried again' : ''}`, { reason });
  }
  if (state === 'waiting') throw new Error('The mail server did not take an e-mail');
  return state;
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
