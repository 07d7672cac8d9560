import { collections } from '@frontage/model/paths';
import { FieldValue } from 'firebase-admin/firestore';
import { recordEntry } from '../audit/entry.ts';
import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';

export const revokeInvite = defineCall('revokeInvite', async ({ input, caller, firestore }) => {
  const invite = firestore.collection(collections.invites).doc(input.inviteId);
  const refusal = await firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(invite);
    if (!stored.exists || stored.get('used_by') !== null) return refuse('unknownInvite');
    transaction.update(invite, { revoked_at: FieldValue.serverTimestamp(), revoked_by: caller.uid });
    recordEntry(firestore, transaction, { action: 'invite revoked', actor: caller.uid, document: invite.path });
    return null;
  });
  return refusal ?? {};
});
