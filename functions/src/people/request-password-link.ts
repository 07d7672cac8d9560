import { takeAttempt } from '../attempts/take-attempt.ts';
import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { mailTransport } from '../mail/mail-transport.ts';
import { smtpUrl } from '../params.ts';
import { storeRequest, passwordBudgets } from './password-request.ts';

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
