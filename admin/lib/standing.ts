import { collections } from '@frontage/model/paths';
import { effectiveRoles } from '@frontage/model/permissions';
import { settingSchemas } from '@frontage/model/settings';
import { userRolesDocument, type Role } from '@frontage/model/user';
import { getIdTokenResult, type User } from 'firebase/auth';
import { doc, getDoc, type Firestore } from 'firebase/firestore/lite';
import type { Firebase } from './firebase.tsx';
import { openFirestore } from './firestore.tsx';

/** What somebody may do in this sign-in. */
export interface Standing {
  /** The roles that count now. */
  roles: Role[];
  usedSecondFactor: boolean;
  /** Whether an administrator's powers wait for a second factor. */
  needsSecondFactor: boolean;
}

const nobody: Standing = { roles: [], usedSecondFactor: false, needsSecondFactor: false };

/** Reads what counts for `user`. No roles when that cannot be read, which is logged and no more. */
export async function loadStanding(firebase: Firebase, user: User): Promise<Standing> {
  try {
    const firestore = openFirestore(firebase);
    const snapshot = await getDoc(doc(firestore, collections.userRoles, user.uid));
    if (!snapshot.exists()) return nobody;
    const stored = userRolesDocument.parse(snapshot.data());
    const isAdmin = stored.is_active && stored.roles.includes('admin');
    const [token, required] = await Promise.all([
      getIdTokenResult(user),
      isAdmin ? isSecondFactorRequired(firestore) : false,
    ]);
    const used = token.signInSecondFactor !== null;
    return {
      roles: effectiveRoles(stored, { required, used }),
      usedSecondFactor: used,
      needsSecondFactor: isAdmin && required && !used,
    };
  } catch (error) {
    reportError(error);
    return nobody;
  }
}

async function isSecondFactorRequired(firestore: Firestore): Promise<boolean> {
  const snapshot = await getDoc(doc(firestore, collections.settings, 'security'));
  const value: unknown = snapshot.get('value');
  return settingSchemas.security.safeParse(value).data?.require_second_factor ?? false;
}
