import { serverDurations } from '@frontage/model/limits';
import { adminPaths, collections } from '@frontage/model/paths';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { z } from 'zod';
import { passwordLetter } from '../mail/letters.ts';
import { onDocumentCreated } from 'firebase-functions/firestore';
import * as logger from 'firebase-functions/logger';
import { type Budget, takeAttempt } from '../rate-limit.ts';
import type { Client } from '../call/client.ts';
import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/auth.ts';
import { mailTransport, sendOnce } from '../mail/send-mail.ts';
import { adminUrl, functionsRegion, smtpUrl } from '../params.ts';
import { auth, firestore } from '../firebase.ts';
import { scale } from '../scale.ts';
import { findAccount } from './accounts.ts';

/**
 * Sends a password link to the requested account. The link is created when it is sent and stored nowhere; the request
 * with the address is deleted when it was sent or has expired.
 */
export const mailPasswordLinks = onDocumentCreated(
  {
    ...scale.documentTrigger,
    document: `${collections.passwordRequests}/{id}`,
    region: functionsRegion,
    retry: true,
    secrets: [smtpUrl],
  },
  async ({ id, time, data }) => {
    // A duplicate event after sending finds no request.
    const request = await data?.ref.get();
    const asked = passwordRequest.safeParse(request?.data()).data;
    if (!request || !asked) return;
    if (Date.now() - Date.parse(time) > serverDurations.passwordRequest) {
      logger.error(`The password link ${id} was not sent in time and will not be retried`);
    } else {
      const account = await findAccount(auth(), { email: asked.email });
      if (account?.email !== undefined && !account.disabled) {
        const letter = passwordLetter(await linkTo(account.email));
        await sendOnce(firestore(), { id: `password_${id}`, to: account.email, letter });
      }
    }
    await request.ref.delete();
  },
);

/** The admin's page, regardless of the project's templates; the caller cannot influence it. */
async function linkTo(email: string): Promise<string> {
  const oobCode = new URL(await auth().generatePasswordResetLink(email)).searchParams.get('oobCode');
  if (oobCode === null) throw new Error('Authentication made a link without a code');
  const own = new URLSearchParams({ mode: 'resetPassword', oobCode });
  return adminUrl(`${adminPaths.emailAction}?${own.toString()}`);
}

/** Does not look up the account, so that neither the response nor its time reveals whether it exists. */
export const requestPasswordLink = defineCall(
  'requestPasswordLink',
  async ({ input, client, firestore, now }) => {
    if (mailTransport() === null) return { isTaken: false };
    const email = input.email.toLowerCase();
    const attempt = await takeAttempt(firestore, { budgets: passwordBudgets(email, client), now });
    if (!attempt.allowed) return refuse('tooManyAttempts');
    await storeRequest(firestore, email, now);
    return { isTaken: true };
  },
  { secrets: [smtpUrl] },
);

/** A stored `password_requests` document: a requested password link for this address. */
const passwordRequest = z.object({ email: z.string() });

/**
 * Limits per visitor and per address, known or not, so that mailboxes cannot be flooded. Exhausting an address's limit
 * sends its owner as many valid links. There is no shared limit, because exhausting it would lock out all users.
 */
const passwordBudgets = (email: string, { address }: Client): Budget[] => [
  { key: `password link|${address}`, max: 20, windowMs: 15 * 60_000 },
  { key: `password link|account|${email}`, max: 5, windowMs: 60 * 60_000 },
];

/** Stores the request until the link is sent. */
async function storeRequest(firestore: Firestore, email: string, now: Date): Promise<void> {
  const expires_at = Timestamp.fromMillis(now.getTime() + serverDurations.passwordRequest);
  await firestore.collection(collections.passwordRequests).add({ email, expires_at });
}
