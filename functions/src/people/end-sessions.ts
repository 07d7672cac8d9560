import { collections } from '@frontage/model/paths';
import { recordEntry } from '../audit/entry.ts';
import { defineCall } from '../call/define-call.ts';
import { auth } from '../firebase.ts';
import { endOfSessions } from './account.ts';

/** Tokens live for an hour whatever happens to the session; the moment stored here makes rules and functions refuse them. */
export const endSessions = defineCall('endSessions', async ({ caller, firestore, now }) => {
  const user = firestore.collection(collections.userRoles).doc(caller.uid);
  await firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(user);
    if (!stored.exists) return;
    transaction.update(user, endOfSessions(now));
    recordEntry(firestore, transaction, { action: 'sessions ended', actor: caller.uid, document: user.path });
  });
  await auth().revokeRefreshTokens(caller.uid);
  return {};
});
