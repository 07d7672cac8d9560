import { serverDurations } from '@frontage/model/limits';
import { collections } from '@frontage/model/paths';
import { effectiveRoles } from '@frontage/model/permissions';
import { role, type Role, userRolesDocument } from '@frontage/model/user';
import type { Auth } from 'firebase-admin/auth';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { onDocumentCreated } from 'firebase-functions/firestore';
import * as logger from 'firebase-functions/logger';
import { z } from 'zod';
import { auth, firestore } from '../firebase.ts';
import { functionsRegion, isLocalProject, mailFrom, smtpUrl } from '../params.ts';
import { takeAttempt } from '../rate-limit.ts';
import type { NewDocument } from '../record/recorder.ts';
import type { WriteEvent } from '../record/write-event.ts';
import { scale } from '../scale.ts';
import { sendOnce } from './send-mail.ts';

const recipients = z.union([
  z.object({ uids: z.array(z.string()) }),
  /** All users with one of the roles, except the user with this uid. */
  z.object({ roles: z.array(role), except: z.string() }),
]);

/** A letter about an event that waits in `mail`, with its recipients by uid or role. It is deleted when it is sent. */
const queuedLetter = z.object({
  state: z.literal('queued'),
  recipients,
  letter: z.object({ subject: z.string(), text: z.string(), link: z.string() }),
  /** The uid of the user that the letter names and whose number of letters is limited; null if there is none. */
  by: z.string().nullable(),
  /** The time of the event. */
  at: z.instanceof(Timestamp),
  expires_at: z.instanceof(Timestamp),
});

/** Whether letters are queued: not in a hosted project without a sender. */
export const isMailEnabled = (): boolean => mailFrom.value() !== '' || isLocalProject();

/** The stored form of a letter about an event. */
export function queuedMail(
  { id, at }: WriteEvent,
  { by = null, ...content }: Pick<z.output<typeof queuedLetter>, 'recipients' | 'letter'> & { by?: string | null },
): NewDocument {
  const expires_at = Timestamp.fromMillis(at.toMillis() + serverDurations.newsWorthTelling);
  return {
    document: firestore().collection(collections.mail).doc(id),
    data: { state: 'queued', ...content, by, at, expires_at } satisfies z.output<typeof queuedLetter>,
    size: content.letter.text.length,
  };
}

// Repeated submitting and withdrawing must not fill mailboxes: waiting proposals are listed in the admin anyway.
const submissionBudget = (uid: string) => ({ key: `mail of reviews|${uid}`, max: 40, windowMs: 60 * 60_000 });

/**
 * Sends a queued letter, once to each recipient that is still staff. Fails if the mail server did not accept an email, so
 * that the platform redelivers the event. Letters about events older than a day are dropped.
 */
export const sendQueuedMail = onDocumentCreated(
  {
    ...scale.documentTrigger,
    document: `${collections.mail}/{id}`,
    region: functionsRegion,
    retry: true,
    secrets: [smtpUrl],
  },
  async ({ data: created }) => {
    if (created?.get('state') !== 'queued') return;
    // A duplicate event after sending finds no letter.
    const stored = await created.ref.get();
    const queued = queuedLetter.safeParse(stored.data()).data;
    if (!queued) return;
    if (queued.expires_at.toMillis() < Date.now()) {
      logger.error(`The emails about ${stored.id} were not sent for a day and will not be retried`);
    } else {
      await sendToAll(stored.id, queued);
    }
    await stored.ref.delete();
  },
);

async function sendToAll(id: string, { recipients, letter, by }: z.output<typeof queuedLetter>): Promise<void> {
  const attempt =
    by === null ? null : await takeAttempt(firestore(), { budgets: [submissionBudget(by)], now: new Date() });
  if (attempt?.allowed === false) return;
  const uids =
    'uids' in recipients
      ? await staffAmong(firestore(), recipients.uids)
      : (await usersWithRole(firestore(), recipients.roles)).filter((uid) => uid !== recipients.except);
  const accounts = await accountsOf(auth(), uids);
  const outcomes = await Promise.allSettled(
    accounts.map(({ uid, email }) => sendOnce(firestore(), { id: `${id}_${uid}`, to: email, letter })),
  );
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failed) return;
  // The redelivered event is the same submission.
  await attempt?.refund();
  throw failed.reason;
}

interface Recipient {
  uid: string;
  email: string;
}

/** The accounts of these uids that can receive email: not disabled, with an address. */
async function accountsOf(auth: Auth, uids: readonly string[]): Promise<Recipient[]> {
  if (uids.length === 0) return [];
  const { users } = await auth.getUsers(uids.map((uid) => ({ uid })));
  return users.flatMap(({ uid, email, disabled }) => (email === undefined || disabled ? [] : [{ uid, email }]));
}

/** The given uids without those that are not active staff: emails contain internal information. */
async function staffAmong(firestore: Firestore, uids: readonly string[]): Promise<string[]> {
  if (uids.length === 0) return [];
  const users = firestore.collection(collections.userRoles);
  const found = await firestore.getAll(...uids.map((uid) => users.doc(uid)));
  return found.filter(isStaff).map(({ id }) => id);
}

function isStaff(stored: DocumentSnapshot): boolean {
  const user = userRolesDocument.safeParse(stored.data()).data ?? null;
  return effectiveRoles(user, { required: false, used: false }).length > 0;
}

// The maximum number of accounts in one lookup.
const maxRecipients = 100;

/** The uids of active users that have one of the roles; at most `maxRecipients`. */
async function usersWithRole(firestore: Firestore, roles: readonly Role[]): Promise<string[]> {
  const found = await firestore
    .collection(collections.userRoles)
    .where('roles', 'array-contains-any', [...roles])
    .limit(maxRecipients)
    .get();
  return found.docs.filter(isStaff).map(({ id }) => id);
}
