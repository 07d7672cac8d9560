import { collections } from '@frontage/model/paths';
import { recordEntry } from '../audit/entry.ts';
import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { auth } from '../firebase.ts';
import { findAccount, hasSecondFactor, removeSecondFactor as removeFrom } from './account.ts';
import { isFresh } from './recovery-code.ts';

export const removeSecondFactor = defineCall('removeSecondFactor', async ({ caller, firestore, now }) => {
  const { uid } = caller;
  const account = await findAccount(auth(), { uid });
  if (!account || !hasSecondFactor(account)) return refuse('noSecondFactor');
  if (!caller.usedSecondFactor) return refuse('secondFactor');
  if (!isFresh(caller, now)) return refuse('staleSignIn');
  await firestore.runTransaction((transaction) => {
    transaction.delete(firestore.collection(collections.recoveryCodes).doc(uid));
    const document = `${collections.userRoles}/${uid}`;
    recordEntry(firestore, transaction, { action: 'second factor removed', actor: uid, document });
    return Promise.resolve();
  });
  await removeFrom(auth(), uid);
  return {};
});
