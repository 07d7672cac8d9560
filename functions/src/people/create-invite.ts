import { collections } from '@frontage/model/paths';
import type { Role } from '@frontage/model/user';
import { FieldValue, Timestamp, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { recordEntry } from '../audit/entry.ts';
import { adminUrl } from '../call/admin-url.ts';
import { inviteExpiry, inviteId, invitePath, newToken } from './invite.ts';

interface NewInvite {
  email: string;
  role: Role;
  /** Uid. */
  inviter: string;
  now: Date;
}

/** Adds an invite to a transaction; returns its link, which is stored nowhere. */
export function createInvite(
  firestore: Firestore,
  transaction: Transaction,
  { email, role, inviter, now }: NewInvite,
): string {
  const token = newToken();
  const invite = firestore.collection(collections.invites).doc(inviteId(token));
  transaction.create(invite, {
    email,
    role,
    invited_by: inviter,
    created_at: FieldValue.serverTimestamp(),
    expires_at: Timestamp.fromMillis(inviteExpiry(now)),
    used_at: null,
    used_by: null,
    revoked_at: null,
    revoked_by: null,
  });
  recordEntry(firestore, transaction, {
    action: 'invited',
    actor: inviter,
    document: invite.path,
    details: { email, role },
  });
  return adminUrl(invitePath(token));
}
