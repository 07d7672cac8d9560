import { collections } from '@frontage/model/paths';
import { recordEntry } from '../audit/entry.ts';
import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';
import { auth } from '../firebase.ts';
import { findAccount, hasSecondFactor, removeSecondFactor } from './account.ts';

export const resetSecondFactor = defineCall('resetSecondFactor', async ({ input, caller, firestore }) => {
  const { userId } = input;
  // Removing one's own factor requires a recent sign-in, which Authentication checks.
  if (userId === caller.uid) return refuse('ownSecondFactor');
  const account = await findAccount(auth(), { uid: userId });
  if (!account) return refuse('unknownUser');
  if (!hasSecondFactor(account)) return refuse('noSecondFactor');
  await firestore.runTransaction((transaction) => {
    transaction.delete(firestore.collection(collections.recoveryCodes).doc(userId));
    recordEntry(firestore, transaction, {
      action: 'second factor reset',
      actor: caller.uid,
      document: `${collections.userRoles}/${userId}`,
    });
    return Promise.resolve();
  });
  await removeSecondFactor(auth(), userId);
  return {};
});
