import { effectiveRoles, type Viewer } from '@frontage/model/permissions';
import { type Role, roleNames, sessionHolds, type UserRoles, userRolesDocument } from '@frontage/model/user';
import { type RefusalName, refusals } from '@frontage/model/refusals';
import type { CallableRequest } from 'firebase-functions/https';
import { collections } from '@frontage/model/paths';
import { settingSchemas } from '@frontage/model/kinds/settings';
import type { DocumentReference, DocumentSnapshot, Firestore, Transaction } from 'firebase-admin/firestore';

/** The reason why a call is refused: an expected outcome, returned as data. `defineCall` turns it into an error. */
export interface Refusal {
  refused: RefusalName;
}

export const refuse = (refused: RefusalName): Refusal => ({ refused });

export function isRefusal(outcome: unknown): outcome is Refusal {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome && outcome.refused !== undefined
    ? String(outcome.refused) in refusals
    : false;
}

/** The stored state of a caller. */
export interface CallerState {
  /** Null for a user without any role so far. */
  user: UserRoles | null;
  /** The setting that administrators must use a second factor. */
  secondFactorRequired: boolean;
}

/** Whether a role in `held` is `needed` or a more powerful one. */
export function includesRole(held: readonly Role[], needed: Role): boolean {
  return roleNames.slice(0, roleNames.indexOf(needed) + 1).some((role) => held.includes(role));
}

/**
 * The same decision as the rules' `isAdmin`, `isEditor` and so on: null if the caller is permitted, else the refusal.
 */
export function refusalFor(claims: Claims, state: CallerState, needed: Role): Refusal | null {
  const { user, secondFactorRequired: required } = state;
  if (!user || !sessionHolds(claims, user)) return refuse('notAllowed');
  const used = claims.usedSecondFactor;
  if (includesRole(effectiveRoles(user, { required, used }), needed)) return null;
  return includesRole(effectiveRoles(user, { required, used: true }), needed)
    ? refuse('secondFactor')
    : refuse('notAllowed');
}

/** The claims of a verified token. */
export interface Claims {
  uid: string;
  /** Lower case. */
  email: string | null;
  /** Seconds since 1970: when the holder signed in. */
  signedInAt: number;
  usedSecondFactor: boolean;
  /** The enrollment id of the second factor that the sign-in used. */
  secondFactorId?: string | undefined;
}

/** The claims of a call; null for a signed-out caller. */
export function claimsOf({ auth }: Pick<CallableRequest, 'auth'>): Claims | null {
  if (!auth) return null;
  const { email, auth_time: signedInAt, firebase } = auth.token;
  return {
    uid: auth.uid,
    // Lowers only ASCII letters: other characters (such as the Kelvin sign) also map to them and would match another
    // user's address.
    email: email?.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()) ?? null,
    signedInAt,
    usedSecondFactor: firebase.sign_in_second_factor !== undefined,
    secondFactorId: firebase.second_factor_identifier,
  };
}

/** Firestore itself or a transaction. */
interface Reader {
  getAll(...documents: DocumentReference[]): Promise<DocumentSnapshot[]>;
}

/**
 * Reads a user's state from the documents that the rules use. A stored document with an invalid shape counts as
 * missing.
 */
export async function readCallerState(firestore: Firestore, reader: Reader, uid: string): Promise<CallerState> {
  const [user, security] = await reader.getAll(
    firestore.collection(collections.userRoles).doc(uid),
    firestore.collection(collections.settings).doc('security'),
  );
  const setting = settingSchemas.security.safeParse(security?.get('value'));
  return {
    user: userRolesDocument.safeParse(user?.data()).data ?? null,
    secondFactorRequired: setting.data?.require_second_factor ?? false,
  };
}

/**
 * The caller's effective roles, read in the transaction. Functions bypass the rules, so they must check permissions.
 */
export async function readViewer(
  firestore: Firestore,
  transaction: Transaction,
  { uid, usedSecondFactor: used }: Claims,
): Promise<Viewer & { uid: string }> {
  const { user, secondFactorRequired: required } = await readCallerState(firestore, transaction, uid);
  return { uid, roles: effectiveRoles(user, { required, used }) };
}
