import { collections } from '@frontage/model/paths';
import { recordEntry } from '../audit/entry.ts';
import { defineCall } from '../call/define-call.ts';
import { auth } from '../firebase.ts';
import { endOfEarlierSessions, endOfSessions } from './account.ts';

/** Tokens stay valid for an hour after a session ends; the moment stored here makes rules and functions refuse them. */
export const endSessions = defineCall('endSessions', async ({ input, caller, firestore, now }) => {
  const { exceptThis = false } = input;
  const user = firestore.collection(collections.userRoles).doc(caller.uid);
  await firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(user);
    if (!stored.exists) return;
    const end = exceptThis ? endOfEarlierSessions(stored.get('valid_after'), caller.signedInAt) : endOfSessions(now);
    transaction.update(user, end);
    recordEntry(firestore, transaction, { action: 'sessions ended', actor: caller.uid, document: user.path });
  });
  if (!exceptThis) await auth().revokeRefreshTokens(caller.uid);
  return {};
});
