import { createHash } from 'node:crypto';
import { collections } from '@frontage/model/paths';
import { Timestamp } from 'firebase-admin/firestore';
import { takeAttempt } from '../attempts/take-attempt.ts';
import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { hashBudget } from './budgets.ts';
import { hashPassword } from './password-hash.ts';

const sealMs = 10 * 60 * 1_000;

/**
 * Returns a hash and stores its digest, user and expiry: the rules accept only hashes with such a record, so that
 * a client cannot store a weaker hash or one copied from another demo.
 */
export const hashDemoPassword = defineCall('hashDemoPassword', async ({ input, caller, firestore, now }) => {
  const attempt = await takeAttempt(firestore, { budgets: [hashBudget(caller.uid)], now });
  if (!attempt.allowed) return refuse('tooManyAttempts');
  const hash = await hashPassword(input.password);
  const digest = createHash('sha256').update(hash).digest('hex');
  await firestore
    .collection(collections.sealedHashes)
    .doc(digest)
    .create({ uid: caller.uid, expires_at: Timestamp.fromMillis(now.getTime() + sealMs) });
  return { hash };
});
