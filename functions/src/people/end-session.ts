import { collections } from '@frontage/model/paths';
import { userRolesDocument } from '@frontage/model/user';
import { defineCall } from '../call/define-call.ts';
import { withEnded } from './account.ts';

/** Signing out takes the token out of the browser; this makes rules and functions refuse whoever has a copy of it. */
export const endSession = defineCall('endSession', async ({ caller, firestore }) => {
  const user = firestore.collection(collections.userRoles).doc(caller.uid);
  await firestore.runTransaction(async (transaction) => {
    const stored = userRolesDocument.safeParse((await transaction.get(user)).data()).data;
    if (stored) transaction.update(user, withEnded(stored, caller.signedInAt));
  });
  return {};
});
