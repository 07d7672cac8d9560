import { collections } from '@frontage/model/paths';
import { userRolesDocument, type UserRoles } from '@frontage/model/user';
import {
  FieldValue,
  Timestamp,
  type DocumentSnapshot,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import { recordEntry } from '../audit/entry.ts';
import { takeAttempt } from '../attempts/take-attempt.ts';
import type { Claims } from '../call/claims.ts';
import { defineCall, type Call } from '../call/define-call.ts';
import { refuse, type Refusal } from '../call/refusal.ts';
import { guessBudgets, inviteDocument, inviteId, isOpen, canClaim, type Invite } from './invite.ts';
import { missingProfile, profileOf } from './profile.ts';

const userIn = (snapshot: DocumentSnapshot | undefined): UserRoles | null =>
  userRolesDocument.safeParse(snapshot?.data()).data ?? null;

/** The open invite of a token; null for every other token. */
async function readOpenInvite(
  firestore: Firestore,
  transaction: Transaction,
  { token, now }: { token: string; now: Date },
): Promise<Invite | null> {
  const stored = await transaction.get(firestore.collection(collections.invites).doc(inviteId(token)));
  const expiry: unknown = stored.get('expires_at');
  const millis = expiry instanceof Timestamp ? expiry.toMillis() : null;
  const invite = inviteDocument.safeParse({ ...stored.data(), expires_at: millis }).data;
  if (!invite) return null;
  const inviter = await transaction.get(firestore.collection(collections.userRoles).doc(invite.invited_by));
  return isOpen(invite, userIn(inviter), now) ? invite : null;
}

/** Grants the role and marks the invite as used in one transaction: of concurrent claims one succeeds. */
function claim(firestore: Firestore, { token, now, caller }: { token: string; now: Date; caller: Claims }) {
  const users = firestore.collection(collections.userRoles);
  const profile = profileOf(firestore, caller.uid);
  return firestore.runTransaction<Invite | Refusal>(
    async (transaction) => {
      const invite = await readOpenInvite(firestore, transaction, { token, now });
      const [stored, storedProfile] = await transaction.getAll(users.doc(caller.uid), profile);
      const user = userIn(stored);
      if (!invite || !canClaim(invite, caller, user)) return refuse('invite');
      const roles = [...new Set([...(user?.roles ?? []), invite.role])];
      transaction.set(users.doc(caller.uid), { user_id: caller.uid, roles, is_active: true }, { merge: true });
      if (!storedProfile?.exists) transaction.create(profile, missingProfile(caller));
      transaction.update(firestore.collection(collections.invites).doc(inviteId(token)), {
        used_at: FieldValue.serverTimestamp(),
        used_by: caller.uid,
      });
      recordEntry(firestore, transaction, {
        action: 'invite claimed',
        actor: caller.uid,
        document: `${collections.invites}/${inviteId(token)}`,
        details: { email: invite.email, role: invite.role, invited_by: invite.invited_by },
      });
      return invite;
    },
    { maxAttempts: 10 },
  );
}

/**
 * Whether an unknown token exceeds the limit. Tokens of existing invites are never counted, even if used or expired.
 */
async function isGuessTooMany({ input, client, firestore, now }: Call<'verifyInviteToken'>): Promise<boolean> {
  const stored = await firestore.collection(collections.invites).doc(inviteId(input.token)).get();
  if (stored.exists) return false;
  return !(await takeAttempt(firestore, { budgets: guessBudgets(client), now })).allowed;
}

export const verifyInviteToken = defineCall('verifyInviteToken', async (call) => {
  const { input, caller, firestore, now } = call;
  const { token, userId } = input;
  if (userId !== undefined) {
    if (caller?.uid !== userId) return refuse('invite');
    const claimed = await claim(firestore, { token, now, caller });
    if (!('refused' in claimed)) return { valid: true, data: { email: claimed.email, role: claimed.role } };
    return (await isGuessTooMany(call)) ? refuse('tooManyAttempts') : claimed;
  }
  const invite = await firestore.runTransaction(
    (transaction) => readOpenInvite(firestore, transaction, { token, now }),
    { readOnly: true },
  );
  if (invite) return { valid: true, data: { email: invite.email, role: invite.role } };
  return (await isGuessTooMany(call)) ? refuse('tooManyAttempts') : { valid: false, data: null };
});
