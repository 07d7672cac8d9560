import { collections } from '@frontage/model/paths';
import { userRolesDocument } from '@frontage/model/user';
import type { Firestore } from 'firebase-admin/firestore';
import type { ReadStanding } from '../../preview/standing.ts';

/** Accounts in Firestore. Who has none there, or is not active, is nobody. */
export function firestoreStanding(firestore: Firestore): ReadStanding {
  return async (uid) => {
    const stored = await firestore.collection(collections.userRoles).doc(uid).get();
    const user = userRolesDocument.safeParse(stored.data()).data;
    return { roles: user?.is_active ? user.roles : [], validFrom: (user?.valid_after ?? 0) * 1_000 };
  };
}
