import { collections } from '@frontage/model/paths';
import { FieldValue, Timestamp } from 'firebase-admin/firestore';
import { recordEntry } from '../audit/entry.ts';
import { defineCall } from '../call/define-call.ts';
import { adminOrigin } from '../params.ts';
import { inviteExpiry, inviteId, inviteUrl, newToken } from './invite.ts';

export const generateInviteToken = defineCall('generateInviteToken', async ({ input, caller, firestore, now }) => {
  const token = newToken();
  const invite = firestore.collection(collections.invites).doc(inviteId(token));
  const email = input.email.toLowerCase();
  await firestore.runTransaction((transaction) => {
    transaction.create(invite, {
      email,
      role: input.role,
      invited_by: caller.uid,
      created_at: FieldValue.serverTimestamp(),
      expires_at: Timestamp.fromMillis(inviteExpiry(now)),
      used_at: null,
      used_by: null,
      revoked_at: null,
      revoked_by: null,
    });
    recordEntry(firestore, transaction, {
      action: 'invited',
      actor: caller.uid,
      document: invite.path,
      details: { email, role: input.role },
    });
    return Promise.resolve();
  });
  return { inviteUrl: inviteUrl(adminOrigin.value(), token) };
});
