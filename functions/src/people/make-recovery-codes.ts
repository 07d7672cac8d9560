import { collections } from '@frontage/model/paths';
import { FieldValue } from 'firebase-admin/firestore';
import { takeAttempt } from '../attempts/take-attempt.ts';
import { recordEntry } from '../audit/entry.ts';
import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { auth } from '../firebase.ts';
import { factorEnrolledAt, findAccount, hasSecondFactor } from './account.ts';
import { isFresh, newRecoveryCodes, recoveryDigest, recoverySetBudget } from './recovery-code.ts';

export const makeRecoveryCodes = defineCall('makeRecoveryCodes', async ({ caller, firestore, now }) => {
  if (!isFresh(caller, now)) return refuse('staleSignIn');
  const account = await findAccount(auth(), { uid: caller.uid });
  if (!account || !hasSecondFactor(account)) return refuse('noSecondFactor');
  // A session from before the factor was set up may be another person's: it has not used the factor.
  if (!caller.usedSecondFactor) return refuse('secondFactor');
  const attempt = await takeAttempt(firestore, { budgets: [recoverySetBudget(caller.uid)], now });
  if (!attempt.allowed) return refuse('tooManyAttempts');
  const codes = newRecoveryCodes();
  const stored = firestore.collection(collections.recoveryCodes).doc(caller.uid);
  const user = firestore.collection(collections.userRoles).doc(caller.uid);
  await firestore.runTransaction(async (transaction) => {
    const hasRoles = (await transaction.get(user)).exists;
    // Rules and functions now refuse sessions from before the factor was set up.
    if (hasRoles) transaction.update(user, { factor_enrolled_at: factorEnrolledAt(account) });
    transaction.set(stored, {
      codes: codes.map((code) => recoveryDigest(caller.uid, code)),
      created_at: FieldValue.serverTimestamp(),
      used_at: null,
    });
    recordEntry(firestore, transaction, { action: 'recovery codes made', actor: caller.uid, document: stored.path });
  });
  return { codes };
});
