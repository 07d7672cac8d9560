import { collections } from '@frontage/model/paths';
import { effectiveRoles } from '@frontage/model/permissions';
import { securitySetting, sessionHolds, userRolesDocument, type Role } from '@frontage/model/user';
import { getIdTokenResult, type User } from 'firebase/auth';
import type { Firebase } from './firebase.tsx';
import { valueOf, type DocumentStore } from './documents/document-store.ts';
import { openDocumentStore } from './firestore/client.ts';

/** A user's roles in this session. */
export interface AccessState {
  /** The effective roles. */
  roles: Role[];
  usedSecondFactor: boolean;
  /** Whether administrator access requires a second factor first. */
  needsSecondFactor: boolean;
}

/** The access state of a user without roles. */
export const noAccessState: AccessState = { roles: [], usedSecondFactor: false, needsSecondFactor: false };

/** Reads the roles of `user`; null if that fails, which is logged. */
export async function loadAccessState(firebase: Firebase, user: User): Promise<AccessState | null> {
  try {
    const store = openDocumentStore(firebase);
    const data = valueOf(await store.read(`${collections.userRoles}/${user.uid}`));
    if (data === null) return noAccessState;
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

/**
 * Whether the server still accepts the sign-in of `user`: a sign-out in another tab ends it, though its token can be
 * renewed. True if the server cannot be reached.
 */
export async function isSignInValid(firebase: Firebase, user: User): Promise<boolean> {
  const answer = await openDocumentStore(firebase).read(`${collections.userRoles}/${user.uid}`);
  if (!answer.ok) return answer.reason !== 'denied' && answer.reason !== 'unauthenticated';
  const { claims, signInSecondFactor } = await getIdTokenResult(user);
  const signIn = { signedInAt: Number(claims.auth_time), usedSecondFactor: signInSecondFactor !== null };
  return sessionHolds(signIn, answer.value === null ? null : userRolesDocument.parse(answer.value));
}

async function isSecondFactorRequired(store: DocumentStore): Promise<boolean> {
  const data = valueOf(await store.read(`${collections.settings}/security`));
  return securitySetting.safeParse(data?.['value']).data?.require_second_factor ?? false;
}
