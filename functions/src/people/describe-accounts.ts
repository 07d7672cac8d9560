import { collections } from '@frontage/model/paths';
import type { Account } from '@frontage/model/calls';
import type { Firestore } from 'firebase-admin/firestore';
import { defineCall } from '../call/define-call.ts';
import { auth } from '../firebase.ts';
import { hasSecondFactor } from './account.ts';

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
