import { describe, expect, it } from 'vitest';
import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  isSignInWithEmailLink,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth';
import { codeOf, newEmail, sentCodes } from './client.ts';
import { PASSWORD, useAuth } from './use-auth.ts';
import type { Case } from './use-auth.ts';

const { target, auth, signUp } = useAuth();

async function newestCode(email: string): Promise<{ oobCode: string; oobLink: string }> {
  const [code] = await sentCodes(target(), email);
  if (code === undefined) throw new Error(`No email was sent to ${email}`);
  return code;
}

const emailCases: Case[] = [
  [
    'resets the password with the code that was sent',
    async () => {
      const { email } = await signUp();
      await sendPasswordResetEmail(auth(), email);
      const { oobCode } = await newestCode(email);
      expect(await verifyPasswordResetCode(auth(), oobCode)).toBe(email);
      await confirmPasswordReset(auth(), oobCode, 'fresh password');
      expect(await codeOf(signInWithEmailAndPassword(auth(), email, 'fresh password'))).toBe('resolved');
    },
  ],
  [
    'accepts a reset code once',
    async () => {
      const { email } = await signUp();
      await sendPasswordResetEmail(auth(), email);
      const { oobCode } = await newestCode(email);
      await confirmPasswordReset(auth(), oobCode, 'fresh password');
      expect(await codeOf(confirmPasswordReset(auth(), oobCode, 'second time'))).toBe('auth/invalid-action-code');
    },
  ],
  [
    'refuses a made-up code',
    async () => {
      expect(await codeOf(confirmPasswordReset(auth(), 'made-up', 'fresh password'))).toBe('auth/invalid-action-code');
    },
  ],
  [
    'keeps the code valid when the new password is weak',
    async () => {
      const { email } = await signUp();
      await sendPasswordResetEmail(auth(), email);
      const { oobCode } = await newestCode(email);
      expect(await codeOf(confirmPasswordReset(auth(), oobCode, '123'))).toBe('auth/weak-password');
    },
  ],
  [
    'refuses to reset for an unknown address',
    async () => {
      expect(await codeOf(sendPasswordResetEmail(auth(), newEmail()))).toBe('auth/user-not-found');
    },
  ],
  [
    'verifies an email address',
    async () => {
      const { user, email } = await signUp();
      await sendEmailVerification(user);
      await applyActionCode(auth(), (await newestCode(email)).oobCode);
      await reload(user);
      expect(user.emailVerified).toBe(true);
    },
  ],
  [
    'returns the operation and address of a code before it is used',
    async () => {
      const { user, email } = await signUp();
      await sendEmailVerification(user);
      const { operation, data } = await checkActionCode(auth(), (await newestCode(email)).oobCode);
      expect([operation, data.email]).toEqual(['VERIFY_EMAIL', email]);
    },
  ],
  [
    'changes the address after the new one is verified, and accepts the code once',
    async () => {
      const { user, email } = await signUp();
      const next = newEmail('moved');
      await verifyBeforeUpdateEmail(user, next);
      const { oobCode } = await newestCode(email);
      const { operation, data } = await checkActionCode(auth(), oobCode);
      expect([operation, data.previousEmail, data.email]).toEqual(['VERIFY_AND_CHANGE_EMAIL', email, next]);
      await applyActionCode(auth(), oobCode);
      expect(await codeOf(applyActionCode(auth(), oobCode))).toBe('auth/invalid-action-code');
      expect(await codeOf(signInWithEmailAndPassword(auth(), email, PASSWORD))).not.toBe('resolved');
      const { user: moved } = await signInWithEmailAndPassword(auth(), next, PASSWORD);
      expect([moved.email, moved.emailVerified]).toEqual([next, true]);
    },
  ],
  [
    'returns the address of a reset code repeatedly',
    async () => {
      const { email } = await signUp();
      await sendPasswordResetEmail(auth(), email);
      const { oobCode } = await newestCode(email);
      for (let time = 0; time < 2; time += 1) expect(await verifyPasswordResetCode(auth(), oobCode)).toBe(email);
    },
  ],
  [
    'signs in by a link',
    async () => {
      const email = newEmail();
      await sendSignInLinkToEmail(auth(), email, { url: 'https://example.com/finish', handleCodeInApp: true });
      const { oobLink } = await newestCode(email);
      expect(isSignInWithEmailLink(auth(), oobLink)).toBe(true);
      const { user } = await signInWithEmailLink(auth(), email, oobLink);
      expect([user.email, user.emailVerified]).toEqual([email, true]);
    },
  ],
  [
    'refuses a link sent to another address',
    async () => {
      const email = newEmail();
      await sendSignInLinkToEmail(auth(), email, { url: 'https://example.com/finish', handleCodeInApp: true });
      const { oobLink } = await newestCode(email);
      expect(await codeOf(signInWithEmailLink(auth(), newEmail('other'), oobLink))).toBe('auth/invalid-email');
    },
  ],
];

describe.each([['email actions', emailCases]] as [string, Case[]][])('%s', (_group, cases) => {
  it.each(cases)('%s', async (_fact, check) => check());
});
