import { collections } from '@frontage/model/paths';
import { userRolesDocument } from '@frontage/model/user';
import type { Firestore } from 'firebase-admin/firestore';
import type { ReadCurrentRoles } from '../../preview/current-roles.ts';

/** Reads the current roles of staff in Firestore. A missing or inactive account has no roles. */
export function firestoreRoles(firestore: Firestore): ReadCurrentRoles {
  return async (uid) => {
    const stored = await firestore.collection(collections.userRoles).doc(uid).get();
    const user = userRolesDocument.safeParse(stored.data()).data;
    return { roles: user?.is_active ? user.roles : [], validFrom: (user?.valid_after ?? 0) * 1_000 };
  };
}
