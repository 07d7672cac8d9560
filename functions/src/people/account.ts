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
