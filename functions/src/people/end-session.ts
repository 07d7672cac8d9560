import { collections } from '@frontage/model/paths';
import { userRolesDocument } from '@frontage/model/user';
import { defineCall } from '../call/define-call.ts';
import { addEndedSignIn } from './account.ts';

/** Makes rules and functions refuse copies of the token; signing out removes it only from the browser. */
export const endSession = defineCall('endSession', async ({ caller, firestore }) => {
  const user = firestore.collection(collections.userRoles).doc(caller.uid);
  await firestore.runTransaction(async (transaction) => {
    const stored = userRolesDocument.safeParse((await transaction.get(user)).data()).data;
    if (stored) transaction.update(user, addEndedSignIn(stored, caller.signedInAt));
  });
  return {};
});
