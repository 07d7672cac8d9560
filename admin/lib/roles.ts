import { collections } from '@frontage/model/paths';
import { userRolesDocument, type Role } from '@frontage/model/user';
import type { User } from 'firebase/auth';
import { doc, getDoc } from 'firebase/firestore/lite';
import type { Firebase } from './firebase.tsx';
import { openFirestore } from './firestore.tsx';

/** The roles of an active person; none when they cannot be read, which is logged and no more. */
export async function loadRoles(firebase: Firebase, user: User): Promise<Role[]> {
  try {
    const snapshot = await getDoc(doc(openFirestore(firebase), collections.userRoles, user.uid));
    if (!snapshot.exists()) return [];
    const stored = userRolesDocument.parse(snapshot.data());
    return stored.is_active ? stored.roles : [];
  } catch (error) {
    reportError(error);
    return [];
  }
}
