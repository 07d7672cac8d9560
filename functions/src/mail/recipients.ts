import { collections } from '@frontage/model/paths';
import { effectiveRoles } from '@frontage/model/permissions';
import { userRolesDocument, type Role } from '@frontage/model/user';
import type { Auth } from 'firebase-admin/auth';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';

export interface Recipient {
  uid: string;
  email: string;
}

/** The accounts of these uids that can receive email: not disabled, with an address. */
export async function recipientsOf(auth: Auth, uids: readonly string[]): Promise<Recipient[]> {
  if (uids.length === 0) return [];
  const { users } = await auth.getUsers(uids.map((uid) => ({ uid })));
  return users.flatMap(({ uid, email, disabled }) => (email === undefined || disabled ? [] : [{ uid, email }]));
}

/** The given uids without those that are not active staff: emails contain internal information. */
export async function staffAmong(firestore: Firestore, uids: readonly string[]): Promise<string[]> {
  if (uids.length === 0) return [];
  const users = firestore.collection(collections.userRoles);
  const found = await firestore.getAll(...uids.map((uid) => users.doc(uid)));
  return found.filter(isStaff).map(({ id }) => id);
}

function isStaff(stored: DocumentSnapshot): boolean {
  const user = userRolesDocument.safeParse(stored.data()).data ?? null;
  return effectiveRoles(user, { required: false, used: false }).length > 0;
}

// The maximum number of accounts in one lookup.
const maxRecipients = 100;

/** The uids of active users that have one of the roles; at most `maxRecipients`. */
export async function usersWithRole(firestore: Firestore, roles: readonly Role[]): Promise<string[]> {
  const found = await firestore
    .collection(collections.userRoles)
    .where('roles', 'array-contains-any', [...roles])
    .limit(maxRecipients)
    .get();
  return found.docs.filter(isStaff).map(({ id }) => id);
}
