import { collections } from '@frontage/model/paths';
import { effectiveRoles } from '@frontage/model/permissions';
import { settingSchemas } from '@frontage/model/settings';
import { userRolesDocument, type Role } from '@frontage/model/user';
import { getIdTokenResult, type User } from 'firebase/auth';
import type { Firebase } from './firebase.tsx';
import { valueOf, type DocumentStore } from './documents/document-store.ts';
import { openDocumentStore } from './documents/use-document-store.ts';

/** What somebody may do in this sign-in. */
export interface Standing {
  /** The roles that count now. */
  roles: Role[];
  usedSecondFactor: boolean;
  /** Whether an administrator's powers wait for a second factor. */
  needsSecondFactor: boolean;
}

/** Without roles. */
export const nobody: Standing = { roles: [], usedSecondFactor: false, needsSecondFactor: false };

/** Reads what counts for `user`; null when that cannot be read, which is logged and no more. */
export async function loadStanding(firebase: Firebase, user: User): Promise<Standing | null> {
  try {
    const store = openDocumentStore(firebase);
    const data = valueOf(await store.read(`${collections.userRoles}/${user.uid}`));
    if (data === null) return nobody;
    const stored = userRolesDocument.parse(data);
    const isAdmin = stored.is_active && stored.roles.includes('admin');
    const [token, required] = await Promise.all([
      getIdTokenResult(user),
      isAdmin ? isSecondFactorRequired(store) : false,
    ]);
    const used = token.signInSecondFactor !== null;
    return {
      roles: effectiveRoles(stored, { required, used }),
      usedSecondFactor: used,
      needsSecondFactor: isAdmin && required && !used,
    };
  } catch (error) {
    reportError(error);
    return null;
  }
}

async function isSecondFactorRequired(store: DocumentStore): Promise<boolean> {
  const data = valueOf(await store.read(`${collections.settings}/security`));
  return settingSchemas.security.safeParse(data?.['value']).data?.require_second_factor ?? false;
}
