import { takeAttempt } from '../attempts/take-attempt.ts';
import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { postOf } from '../mail/post.ts';
import { smtpUrl } from '../params.ts';
import { keepRequest, passwordBudgets } from './password-request.ts';

/** Nothing here asks whether there is an account: neither the answer nor its time can tell. */
export const requestPasswordLink = defineCall(
  'requestPasswordLink',
  async ({ input, client, firestore, now }) => {
    if (postOf() === null) return { isTaken: false };
    const email = input.email.toLowerCase();
    const attempt = await takeAttempt(firestore, { budgets: passwordBudgets(email, client), now });
    if (!attempt.allowed) return refuse('tooManyAttempts');
    await keepRequest(firestore, email, now);
    return { isTaken: true };
  },
  { secrets: [smtpUrl] },
);
