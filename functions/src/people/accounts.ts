import { personName, profileDocument, type UserRoles } from '@frontage/model/user';
import type { Auth, UserRecord } from 'firebase-admin/auth';
import { collections } from '@frontage/model/paths';
import {
  type DocumentData,
  type DocumentReference,
  FieldValue,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import type { Claims } from '../call/auth.ts';
import { timestampsToIso } from '../content/documents.ts';

export const profileOf = (firestore: Firestore, uid: string): DocumentReference =>
  firestore.collection(collections.profiles).doc(uid);

/** The name that is stored with a signature of a user; null without a profile. */
export async function nameOf(firestore: Firestore, transaction: Transaction, uid: string): Promise<string | null> {
  const stored = await transaction.get(profileOf(firestore, uid));
  const profile = profileDocument.safeParse(timestampsToIso(stored.data())).data;
  return profile ? personName(profile) : null;
}

/** The profile of an account whose sign-up was interrupted before it wrote one. */
export const missingProfile = ({ email }: Pick<Claims, 'email'>) => ({
  email: email ?? '',
  first_name: null,
  last_name: null,
  created_at: FieldValue.serverTimestamp(),
  is_active: true,
});

/** The remaining profile of a deleted user: the name shown with their content, without the address. */
export const profileAfterDeletion = (stored: DocumentData | undefined) => ({
  ...missingProfile({ email: null }),
  ...stored,
  email: '',
  is_active: false,
  deleted_at: FieldValue.serverTimestamp(),
});

const isUnknownAccount = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  // An invalid address belongs to no account.
  (error.code === 'auth/user-not-found' || error.code === 'auth/invalid-email');

/** Null if there is no such account. */
async function ifKnown<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isUnknownAccount(error)) return null;
    throw error;
  }
}

/** Disables an account and ends its sessions, or enables it again. A missing account is not an error. */
export async function setAccountDisabled(auth: Auth, uid: string, disabled: boolean): Promise<void> {
  const known = await ifKnown(auth.updateUser(uid, { disabled }));
  if (known && disabled) await auth.revokeRefreshTokens(uid);
}

/** Deletes an account with all its data in Authentication. A missing account is not an error. */
export async function deleteAccount(auth: Auth, uid: string): Promise<void> {
  await ifKnown(auth.deleteUser(uid));
}

/** An account by its uid or email; null if there is none. */
export const findAccount = (auth: Auth, by: { uid: string } | { email: string }): Promise<UserRecord | null> =>
  ifKnown('uid' in by ? auth.getUser(by.uid) : auth.getUserByEmail(by.email));

export const hasSecondFactor = ({ multiFactor }: UserRecord): boolean =>
  (multiFactor?.enrolledFactors ?? []).length > 0;

/**
 * Whether a session lacks the second factor of its account: it signed in before the enrollment, with a factor that was
 * removed since, or without one. It may be another person's, and Authentication's tokens stay valid for an hour.
 */
export const lacksSecondFactor = ({ secondFactorId }: Claims, account: UserRecord): boolean =>
  hasSecondFactor(account) && !account.multiFactor?.enrolledFactors.some(({ uid }) => uid === secondFactorId);

/** Seconds since 1970: when the newest second factor of an account was set up. */
export const factorEnrolledAt = ({ multiFactor }: UserRecord): number =>
  Math.max(
    ...(multiFactor?.enrolledFactors ?? []).map(({ enrollmentTime }) => Date.parse(enrollmentTime ?? '') / 1000 || 0),
  );

/** Removes the second factor: the password alone signs in. */
export async function clearSecondFactors(auth: Auth, uid: string): Promise<void> {
  await auth.updateUser(uid, { multiFactor: { enrolledFactors: null } });
}

/** The fields that end all sessions whose sign-in is not after `now`, in seconds since 1970. */
export const endOfSessions = (now: Date): { valid_after: number } => ({
  valid_after: Math.floor(now.getTime() / 1000),
});

/**
 * The fields that end all sessions whose sign-in is before `signedInAt` (seconds since 1970). `validAfter` is the
 * stored value; a later one is kept.
 */
export const endOfEarlierSessions = (validAfter: unknown, signedInAt: number): { valid_after: number } => ({
  valid_after: Math.max(typeof validAfter === 'number' ? validAfter : 0, signedInAt - 1),
});

// A copied refresh token keeps producing tokens of the same sign-in, so the list is limited by count, not by age.
const maxEndedSignIns = 100;

/** Adds `signedInAt` (seconds since 1970) to the user's signed-out sign-ins, of which the last hundred are kept. */
export function addEndedSignIn(user: UserRoles, signedInAt: number): { ended_sign_ins: number[] } {
  const earlier = (user.ended_sign_ins ?? []).filter((time) => time !== signedInAt);
  return { ended_sign_ins: [...earlier, signedInAt].slice(-maxEndedSignIns) };
}
