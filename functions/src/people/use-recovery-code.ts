import { collections } from '@frontage/model/paths';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import { takeAttempt } from '../attempts/take-attempt.ts';
import { recordEntry } from '../audit/entry.ts';
import { padResponseTime } from '../call/pad-response-time.ts';
import { defineCall, type Call } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { auth } from '../firebase.ts';
import { findAccount, removeSecondFactor } from './account.ts';
import { recoveryBudgets, recoveryDigest, recoveryDocument } from './recovery-code.ts';

// Well above the time of two reads and a transaction, so that timing does not reveal whether an account exists.
const slotMs = 400;

/** Removes a code from a user's set, once even for concurrent calls; false if the set does not contain it. */
function removeCode(firestore: Firestore, uid: string, typed: string): Promise<boolean> {
  const stored = firestore.collection(collections.recoveryCodes).doc(uid);
  const digest = recoveryDigest(uid, typed);
  return firestore.runTransaction(async (transaction) => {
    const { codes = [] } = recoveryDocument.safeParse((await transaction.get(stored)).data()).data ?? {};
    if (!codes.includes(digest)) return false;
    const left = codes.filter((code) => code !== digest);
    transaction.update(stored, { codes: left, used_at: FieldValue.serverTimestamp() });
    recordEntry(firestore, transaction, {
      action: 'recovery code used',
      actor: uid,
      document: stored.path,
      details: { left: left.length },
    });
    return true;
  });
}

async function redeem({ input, client, firestore, now }: Call<'useRecoveryCode'>) {
  const account = await findAccount(auth(), { email: input.email });
  if (account && !account.disabled && (await removeCode(firestore, account.uid, input.code))) {
    // The code is removed first, so that an interruption here opens nothing.
    await removeSecondFactor(auth(), account.uid);
    return {};
  }
  const { allowed } = await takeAttempt(firestore, { budgets: recoveryBudgets(input.email, client), now });
  return refuse(allowed ? 'recoveryCode' : 'tooManyAttempts');
}

export const useRecoveryCode = defineCall('useRecoveryCode', (call) => padResponseTime(slotMs, () => redeem(call)));
