import { collections } from '@frontage/model/paths';
import { roleNames, type UserRoles, userRolesDocument } from '@frontage/model/user';
import type { Account } from '@frontage/model/calls';
import type { Firestore } from 'firebase-admin/firestore';
import { type AuditEntry, recordEntry } from '../audit/audit-trail.ts';
import type { Client } from '../call/client.ts';
import { readCallerState, type Refusal, refusalFor, refuse } from '../call/auth.ts';
import { type Call, defineCall } from '../call/define-call.ts';
import { padResponseTime } from '../call/pad-response-time.ts';
import { auth } from '../firebase.ts';
import { type Budget, takeAttempt } from '../rate-limit.ts';
import {
  addEndedSignIn,
  deleteAccount,
  endOfEarlierSessions,
  endOfSessions,
  findAccount,
  hasSecondFactor,
  profileAfterDeletion,
  profileOf,
  setAccountDisabled,
} from './accounts.ts';
import { refusalOfFactor } from './second-factor.ts';
import { revokeInTransaction } from './invites.ts';
import { eraseName } from './erase-name.ts';

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

/** Makes rules and functions refuse copies of the token; signing out removes it only from the browser. */
export const endSession = defineCall('endSession', async ({ caller, firestore }) => {
  const user = firestore.collection(collections.userRoles).doc(caller.uid);
  await firestore.runTransaction(async (transaction) => {
    const stored = userRolesDocument.safeParse((await transaction.get(user)).data()).data;
    if (stored) transaction.update(user, addEndedSignIn(stored, caller.signedInAt));
  });
  return {};
});

const revokedBudget = ({ address }: Client): Budget => ({
  key: `revoked|${address}`,
  max: 20,
  windowMs: 15 * 60_000,
});

const secondMs = 1_000;

/**
 * A new password or address by a link of an email revokes refresh tokens in Authentication, without a call of a function.
 * It answers when the second of the revocation is over, because a session that begins in it ends too. The answer and its
 * time are the same for unknown addresses.
 */
export const endRevokedSessions = defineCall('endRevokedSessions', async ({ input, client, firestore, now }) => {
  const attempt = await takeAttempt(firestore, { budgets: [revokedBudget(client)], now });
  if (!attempt.allowed) return refuse('tooManyAttempts');
  await padResponseTime(secondMs, async () => {
    const account = await findAccount(auth(), { email: input.email });
    const revokedAt = Math.floor(Date.parse(account?.tokensValidAfterTime ?? '') / secondMs);
    if (!account || Number.isNaN(revokedAt)) return;
    const user = firestore.collection(collections.userRoles).doc(account.uid);
    await firestore.runTransaction(async (transaction) => {
      const stored = await transaction.get(user);
      const validAfter: unknown = stored.get('valid_after');
      if (!stored.exists || (typeof validAfter === 'number' && validAfter >= revokedAt)) return;
      transaction.update(user, { valid_after: revokedAt });
      recordEntry(firestore, transaction, { action: 'sessions ended', actor: account.uid, document: user.path });
    });
  });
  return {};
});

/**
 * Updates the copies of emails in profiles: an email changes through Authentication's link, without a call of a
 * function.
 */
async function updateProfiles(firestore: Firestore, accounts: readonly Account[]): Promise<void> {
  if (accounts.length === 0) return;
  const profiles = await firestore.getAll(
    ...accounts.map(({ id }) => firestore.collection(collections.profiles).doc(id)),
  );
  const batch = firestore.batch();
  for (const profile of profiles) {
    const email = accounts.find(({ id }) => id === profile.id)?.email;
    if (profile.exists && profile.get('email') !== email) batch.update(profile.ref, { email });
  }
  await batch.commit();
}

export const describeAccounts = defineCall('describeAccounts', async ({ input, firestore }) => {
  const { users } = await auth().getUsers(input.userIds.map((uid) => ({ uid })));
  const accounts = users.map((user) => ({
    id: user.uid,
    email: user.email ?? '',
    isEmailVerified: user.emailVerified,
    hasSecondFactor: hasSecondFactor(user),
  }));
  await updateProfiles(firestore, accounts);
  return { accounts };
});

export const deleteUser = defineCall(
  'deleteUser',
  async (call) => {
    const { input, caller, firestore, now } = call;
    const { userId, erase = false } = input;
    if (userId === caller.uid) return refuse('ownDeletion');
    // A deletion also removes the user's factor and recovery codes.
    const lacking = await refusalOfFactor(call);
    if (lacking) return lacking;
    // Read first: after the deletion their addresses are unknown.
    const account = await findAccount(auth(), { uid: userId });
    const profile = await profileOf(firestore, userId).get();
    const refusal = await changeUser(call, {
      userId,
      // The inactive user_roles document stays, because tokens of the account are valid for up to an hour.
      fields: { roles: [], is_active: false, ...endOfSessions(now) },
      action: 'deleted',
    });
    if (refusal) return refusal;
    if (erase) {
      const emails = [account?.email, profile.get('email')].filter((email) => typeof email === 'string');
      await eraseName(firestore, { uid: userId, emails, actor: caller.uid });
    }
    await deleteAccount(auth(), userId);
    return {};
  },
  { timeoutSeconds: 60 },
);

export const setUserRoles = defineCall('setUserRoles', async (call) => {
  const { userId, roles } = call.input;
  const fields = { roles: roleNames.filter((role) => roles.includes(role)) };
  return (await changeUser(call, { userId, fields, action: 'roles set' })) ?? {};
});

export const setUserActive = defineCall('setUserActive', async (call) => {
  const { input, firestore, now } = call;
  const { userId, isActive } = input;
  const refusal = await changeUser(call, {
    userId,
    fields: { is_active: isActive, ...(isActive ? {} : endOfSessions(now)) },
    action: isActive ? 'activated' : 'deactivated',
  });
  if (refusal) return refusal;
  // Read again, so that after two opposite concurrent calls the account agrees with the document.
  const user = await firestore.collection(collections.userRoles).doc(userId).get();
  await setAccountDisabled(auth(), userId, user.get('is_active') !== true);
  return {};
});

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
async function changeUser(
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

interface Change {
  /** Uid of the caller. */
  caller: string;
  /** Uid of the changed user. */
  target: string;
  before: UserRoles | null;
  after: UserRoles;
  /** Uids of all active administrators before the change. */
  admins: readonly string[];
}

/**
 * Why a change of roles or activity is refused: it would lock out the caller or all administrators. Null if allowed.
 */
export function refusalOfChange({ caller, target, before, after, admins }: Change): Refusal | null {
  const isOwn = caller === target;
  if (isOwn && before?.roles.includes('admin') && !after.roles.includes('admin')) return refuse('ownAdminRole');
  if (isOwn && !after.is_active) return refuse('ownAccount');
  const others = admins.filter((admin) => admin !== target);
  const staysAdmin = after.is_active && after.roles.includes('admin');
  return others.length === 0 && !staysAdmin ? refuse('lastAdmin') : null;
}
