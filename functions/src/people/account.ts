import type { UserRoles } from '@frontage/model/user';
import type { Auth, UserRecord } from 'firebase-admin/auth';

const isUnknownAccount = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  // An address that is none belongs to nobody either.
  (error.code === 'auth/user-not-found' || error.code === 'auth/invalid-email');

/** Null where there is no such account. */
async function ifKnown<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isUnknownAccount(error)) return null;
    throw error;
  }
}

/** Ends an account's sessions and lets nobody sign in to it, or lets its owner in again. An account long gone is fine. */
export async function setAccountDisabled(auth: Auth, uid: string, disabled: boolean): Promise<void> {
  const known = await ifKnown(auth.updateUser(uid, { disabled }));
  if (known && disabled) await auth.revokeRefreshTokens(uid);
}

/** Removes an account with everything Authentication keeps of it. One long gone is fine. */
export async function deleteAccount(auth: Auth, uid: string): Promise<void> {
  await ifKnown(auth.deleteUser(uid));
}

/** An account by its uid or e-mail; null where there is none. */
export const findAccount = (auth: Auth, by: { uid: string } | { email: string }): Promise<UserRecord | null> =>
  ifKnown('uid' in by ? auth.getUser(by.uid) : auth.getUserByEmail(by.email));

export const hasSecondFactor = ({ multiFactor }: UserRecord): boolean =>
  (multiFactor?.enrolledFactors ?? []).length > 0;

/** From then on the password alone opens the account. */
export async function removeSecondFactor(auth: Auth, uid: string): Promise<void> {
  await auth.updateUser(uid, { multiFactor: { enrolledFactors: null } });
}

/** Seconds since 1970: sign-ins up to now open nothing any more. */
export const endOfSessions = (now: Date): { valid_after: number } => ({
  valid_after: Math.floor(now.getTime() / 1000),
});

/** The same for sign-ins before that of `signedInAt`, which stays; what ended earlier stays ended. */
export const endOfEarlierSessions = (validAfter: unknown, signedInAt: number): { valid_after: number } => ({
  valid_after: Math.max(typeof validAfter === 'number' ? validAfter : 0, signedInAt - 1),
});

// A copied refresh token goes on making tokens of the same sign-in, so an end is remembered by number, not by age.
const remembered = 100;

/** The last sign-ins of a user that were signed out, newest end last, with the one of `signedInAt` (seconds since 1970). */
export function withEnded(user: UserRoles, signedInAt: number): { ended_sign_ins: number[] } {
  const earlier = (user.ended_sign_ins ?? []).filter((time) => time !== signedInAt);
  return { ended_sign_ins: [...earlier, signedInAt].slice(-remembered) };
}
