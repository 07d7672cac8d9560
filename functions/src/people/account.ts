import type { UserRoles } from '@frontage/model/user';
import type { Auth } from 'firebase-admin/auth';

/** Ends an account's sessions and lets nobody sign in to it, or lets its owner in again. An account long gone is fine. */
export async function setAccountDisabled(auth: Auth, uid: string, disabled: boolean): Promise<void> {
  try {
    await auth.updateUser(uid, { disabled });
    if (disabled) await auth.revokeRefreshTokens(uid);
  } catch (error) {
    if (!isUnknownAccount(error)) throw error;
  }
}

const isUnknownAccount = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'auth/user-not-found';

/** Seconds since 1970: sign-ins up to now open nothing any more. */
export const endOfSessions = (now: Date): { valid_after: number } => ({
  valid_after: Math.floor(now.getTime() / 1000),
});

// A copied refresh token goes on making tokens of the same sign-in, so an end is remembered by number, not by age.
const remembered = 100;

/** The last sign-ins of a user that were signed out, newest end last, with the one of `signedInAt` (seconds since 1970). */
export function withEnded(user: UserRoles, signedInAt: number): { ended_sign_ins: number[] } {
  const earlier = (user.ended_sign_ins ?? []).filter((time) => time !== signedInAt);
  return { ended_sign_ins: [...earlier, signedInAt].slice(-remembered) };
}
