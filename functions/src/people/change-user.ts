import { collections } from '@frontage/model/paths';
import { userRolesDocument, type UserRoles } from '@frontage/model/user';
import { recordEntry, type AuditEntry } from '../audit/entry.ts';
import { refusalFor } from '../call/authority.ts';
import type { Call } from '../call/define-call.ts';
import { readCallerState } from '../call/read-caller-state.ts';
import { refuse, type Refusal } from '../call/refusal.ts';
import { refusalOfChange } from './change.ts';
import { profileAfterDeletion, profileOf } from './profile.ts';
import { revokeInTransaction } from './revoke-invite.ts';

interface UserChange {
  userId: string;
  fields: Partial<UserRoles>;
  action: AuditEntry['action'];
}

const withoutRoles: UserRoles = { user_id: '', roles: [], is_active: true };

/**
 * Changes a user's roles or activity, or deletes the user, in one transaction that reads the caller's roles and all
 * administrators again: if two administrators demote each other at the same time, the second is refused.
 */
export async function changeUser(
  { caller, firestore }: Call<'setUserRoles' | 'setUserActive' | 'deleteUser'>,
  { userId, fields, action }: UserChange,
): Promise<Refusal | null> {
  const users = firestore.collection(collections.userRoles);
  const profile = profileOf(firestore, userId);
  const isDeletion = action === 'deleted';
  const openInvites = firestore
    .collection(collections.invites)
    .where('invited_by', '==', userId)
    .where('used_by', '==', null)
    .where('revoked_by', '==', null);
  return firestore.runTransaction(
    async (transaction) => {
      const state = await readCallerState(firestore, transaction, caller.uid);
      const [stored, storedProfile] = await transaction.getAll(users.doc(userId), profile);
      const admins = await transaction.get(users.where('roles', 'array-contains', 'admin'));
      const invites = isDeletion ? (await transaction.get(openInvites)).docs : [];
      const refusal = refusalFor(caller, state, 'admin');
      if (refusal) return refusal;
      if (!stored?.exists && !storedProfile?.exists) return refuse('unknownUser');
      // A repeated deletion runs again, so that an interrupted one can be completed.
      if (!isDeletion && storedProfile?.get('deleted_at') !== undefined) return refuse('unknownUser');
      const before = userRolesDocument.safeParse(stored?.data()).data ?? null;
      const after: UserRoles = { ...withoutRoles, ...before, ...fields, user_id: userId };
      const refused = refusalOfChange({
        caller: caller.uid,
        target: userId,
        before,
        after,
        admins: admins.docs.filter((user) => user.get('is_active') === true).map(({ id }) => id),
      });
      if (refused) return refused;
      transaction.set(users.doc(userId), after);
      if (isDeletion) {
        transaction.set(profile, profileAfterDeletion(storedProfile?.data()));
        transaction.delete(firestore.collection(collections.recoveryCodes).doc(userId));
        for (const { ref } of invites) revokeInTransaction(firestore, transaction, { invite: ref, actor: caller.uid });
      } else if (storedProfile?.exists) {
        transaction.update(profile, { is_active: after.is_active });
      }
      recordEntry(firestore, transaction, {
        action,
        actor: caller.uid,
        document: `${collections.userRoles}/${userId}`,
        details: {
          before: before && { roles: before.roles, is_active: before.is_active },
          after: { roles: after.roles, is_active: after.is_active },
        },
      });
      return null;
    },
    { maxAttempts: 10 },
  );
}
