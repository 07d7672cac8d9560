import { describe, expect, it } from 'vitest';
import {
  applyActionCode,
  deleteUser,
  EmailAuthProvider,
  linkWithCredential,
  reauthenticateWithCredential,
  reload,
  signInAnonymously,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signOut,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import { codeOf, newEmail, openAuth, sentCodes } from './client.ts';
import { PASSWORD, useAuth } from './use-auth.ts';
import type { Case } from './use-auth.ts';

const { target, auth, admin, signUp } = useAuth();

const tokenCases: Case[] = [
  [
    'has issuer, audience and subject',
    async () => {
      const { user } = await signUp();
      const { claims } = await user.getIdTokenResult();
      expect(claims['iss']).toBe(`https://securetoken.google.com/${target().project}`);
      expect(claims['aud']).toBe(target().project);
      expect([claims['sub'], claims['user_id']]).toEqual([user.uid, user.uid]);
    },
  ],
  [
    'has email and sign-in provider',
    async () => {
      const { user, email } = await signUp();
      const { claims, signInProvider } = await user.getIdTokenResult();
      expect([claims['email'], claims['email_verified'], signInProvider]).toEqual([email, false, 'password']);
    },
  ],
  [
    'expires after an hour',
    async () => {
      const { claims } = await (await signUp()).user.getIdTokenResult();
      expect(Number(claims.exp) - Number(claims.iat)).toBe(3_600);
    },
  ],
  [
    'has no second factor after sign-in with one factor',
    async () => {
      expect((await (await signUp()).user.getIdTokenResult()).signInSecondFactor).toBeNull();
    },
  ],
  [
    'keeps its sign-in time after a refresh, regardless of later sign-ins',
    async () => {
      const { user, email } = await signUp();
      const { authTime } = await user.getIdTokenResult();
      const other = openAuth(target());
      const signInLater = async () => {
        const later = await signInWithEmailAndPassword(other.auth, email, PASSWORD);
        return (await later.user.getIdTokenResult()).authTime;
      };
      await expect.poll(signInLater).not.toBe(authTime);
      expect((await user.getIdTokenResult(true)).authTime).toBe(authTime);
      await other.close();
    },
  ],
  [
    'has custom claims after a refresh',
    async () => {
      const { user } = await signUp();
      await admin().setCustomUserClaims(user.uid, { level: 3, groups: ['a'] });
      const { claims } = await user.getIdTokenResult(true);
      expect([claims['level'], claims['groups']]).toEqual([3, ['a']]);
    },
  ],
  [
    'has no removed custom claims after a refresh',
    async () => {
      const { user } = await signUp();
      await admin().setCustomUserClaims(user.uid, { level: 3 });
      await admin().setCustomUserClaims(user.uid, null);
      expect((await user.getIdTokenResult(true)).claims['level']).toBeUndefined();
    },
  ],
  [
    'has the claims of a custom token',
    async () => {
      const token = await admin().createCustomToken(`custom-${newEmail()}`, { premium: true });
      const { user } = await signInWithCustomToken(auth(), token);
      const { claims, signInProvider } = await user.getIdTokenResult();
      expect([claims['premium'], signInProvider]).toEqual([true, 'custom']);
    },
  ],
  [
    'is not issued for a malformed custom token',
    async () => {
      expect(await codeOf(signInWithCustomToken(auth(), 'nonsense'))).toBe('auth/invalid-custom-token');
    },
  ],
  [
    'has the display name and photo URL',
    async () => {
      const { user } = await signUp();
      await updateProfile(user, { displayName: 'Ada', photoURL: 'https://example.com/ada.png' });
      const { claims } = await user.getIdTokenResult(true);
      expect([claims['name'], claims['picture']]).toEqual(['Ada', 'https://example.com/ada.png']);
    },
  ],
  [
    'is not refreshed for a disabled account',
    async () => {
      const { user } = await signUp();
      await admin().updateUser(user.uid, { disabled: true });
      expect(await codeOf(user.getIdToken(true))).toBe('auth/user-disabled');
    },
  ],
  [
    'is not refreshed for a deleted account',
    async () => {
      const { user } = await signUp();
      await admin().deleteUser(user.uid);
      expect(await codeOf(user.getIdToken(true))).toMatch(/^auth\/(user-token-expired|invalid-refresh-token)$/);
    },
  ],
];

const accountCases: Case[] = [
  [
    'stores a changed profile',
    async () => {
      const { user } = await signUp();
      await updateProfile(user, { displayName: 'Grace' });
      await reload(user);
      expect(user.displayName).toBe('Grace');
    },
  ],
  [
    'replaces the password',
    async () => {
      const { user, email } = await signUp();
      await updatePassword(user, 'another one');
      expect(await codeOf(signInWithEmailAndPassword(auth(), email, PASSWORD))).toBe('auth/wrong-password');
      expect(await codeOf(signInWithEmailAndPassword(auth(), email, 'another one'))).toBe('resolved');
    },
  ],
  [
    'refuses a weak new password',
    async () => {
      expect(await codeOf(updatePassword((await signUp()).user, '123'))).toBe('auth/weak-password');
    },
  ],
  [
    're-authenticates with the right password only',
    async () => {
      const { user, email } = await signUp();
      const proof = (password: string) =>
        reauthenticateWithCredential(user, EmailAuthProvider.credential(email, password));
      expect(await codeOf(proof(PASSWORD))).toBe('resolved');
      expect(await codeOf(proof('wrong password'))).toBe('auth/wrong-password');
    },
  ],
  [
    'refuses re-authentication as another user',
    async () => {
      const other = await signUp();
      const { user } = await signUp();
      const credential = EmailAuthProvider.credential(other.email, PASSWORD);
      expect(await codeOf(reauthenticateWithCredential(user, credential))).toBe('auth/user-mismatch');
    },
  ],
  [
    'deletes the account',
    async () => {
      const { user, email } = await signUp();
      await deleteUser(user);
      expect(auth().currentUser).toBeNull();
      expect(await codeOf(signInWithEmailAndPassword(auth(), email, PASSWORD))).toBe('auth/user-not-found');
    },
  ],
  [
    'allows reuse of the address of a deleted account',
    async () => {
      const { user, email } = await signUp();
      await deleteUser(user);
      expect(await codeOf(signUp(email))).toBe('resolved');
    },
  ],
  [
    'refuses to link an address that is in use',
    async () => {
      const { email } = await signUp();
      await signOut(auth());
      const { user } = await signInAnonymously(auth());
      expect(await codeOf(linkWithCredential(user, EmailAuthProvider.credential(email, PASSWORD)))).toBe(
        'auth/email-already-in-use',
      );
    },
  ],
  [
    'changes the address only after the new one was verified',
    async () => {
      const { user, email } = await signUp();
      const next = newEmail('next');
      await verifyBeforeUpdateEmail(user, next);
      await reload(user);
      expect(user.email).toBe(email);
      const [code] = await sentCodes(target(), email);
      await applyActionCode(auth(), code!.oobCode);
      expect((await signInWithEmailAndPassword(auth(), next, PASSWORD)).user.emailVerified).toBe(true);
    },
  ],
];

describe.each([
  ['ID tokens', tokenCases],
  ['accounts', accountCases],
] as [string, Case[]][])('%s', (_group, cases) => {
  it.each(cases)('%s', async (_fact, check) => check());
});
