import { collections } from '@frontage/model/paths';
import { FieldValue, type DocumentReference, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { recordEntry } from '../audit/entry.ts';
import { defineCall } from '../call/define-call.ts';
import { refuse } from '../call/refusal.ts';

interface Revoked {
  invite: DocumentReference;
  /** Uid. */
  actor: string;
}

/** Ends the link of an invite when the transaction commits. */
export function revokeInTransaction(firestore: Firestore, transaction: Transaction, { invite, actor }: Revoked): void {
  transaction.update(invite, { revoked_at: FieldValue.serverTimestamp(), revoked_by: actor });
  recordEntry(firestore, transaction, { action: 'invite revoked', actor, document: invite.path });
}

export const revokeInvite = defineCall('revokeInvite', async ({ input, caller, firestore }) => {
  const invite = firestore.collection(collections.invites).doc(input.inviteId);
  const refusal = await firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(invite);
    if (!stored.exists || stored.get('used_by') !== null) return refuse('unknownInvite');
    revokeInTransaction(firestore, transaction, { invite, actor: caller.uid });
    return null;
  });
  return refusal ?? {};
});
