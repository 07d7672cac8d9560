import { describe, expect, it } from 'vitest';
import {
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  linkWithCredential,
  onAuthStateChanged,
  signInAnonymously,
  signInWithEmailAndPassword,
  signOut,
} from 'firebase/auth';
import { codeOf, newEmail } from './client.ts';
import { PASSWORD, useAuth } from './use-auth.ts';
import type { Case } from './use-auth.ts';

const { target, auth, admin, signUp } = useAuth();

async function protectEnumeration(on: boolean): Promise<void> {
  await fetch(`http://${target().hosts.auth}/emulator/v1/projects/${target().project}/config`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: on } }),
  });
}

const signUpCases: Case[] = [
  [
    'signs the new user in',
    async () => {
      const { user, email } = await signUp();
      expect(auth().currentUser?.uid).toBe(user.uid);
      expect([user.email, user.emailVerified, user.isAnonymous]).toEqual([email, false, false]);
    },
  ],
  [
    'creates a uid of at most 128 characters',
    async () => {
      expect((await signUp()).user.uid).toMatch(/^[A-Za-z0-9]{1,128}$/);
    },
  ],
  [
    'reports the provider "password"',
    async () => {
      expect((await signUp()).user.providerData.map(({ providerId }) => providerId)).toEqual(['password']);
    },
  ],
  [
    'refuses an address in use',
    async () => {
      const { email } = await signUp();
      expect(await codeOf(signUp(email))).toBe('auth/email-already-in-use');
    },
  ],
  [
    'compares addresses case-insensitively',
    async () => {
      const { email } = await signUp();
      expect(await codeOf(signUp(email.toUpperCase()))).toBe('auth/email-already-in-use');
    },
  ],
  [
    'refuses a password of fewer than six characters',
    async () => {
      expect(await codeOf(createUserWithEmailAndPassword(auth(), newEmail(), '12345'))).toBe('auth/weak-password');
    },
  ],
  [
    'accepts a password of six characters',
    async () => {
      expect(await codeOf(createUserWithEmailAndPassword(auth(), newEmail(), '123456'))).toBe('resolved');
    },
  ],
  [
    'refuses an invalid address',
    async () => {
      expect(await codeOf(createUserWithEmailAndPassword(auth(), 'no address', PASSWORD))).toBe('auth/invalid-email');
    },
  ],
  [
    'refuses an empty address',
    async () => {
      expect(await codeOf(createUserWithEmailAndPassword(auth(), '', PASSWORD))).toBe('auth/missing-email');
    },
  ],
  [
    'refuses an empty password',
    async () => {
      expect(await codeOf(createUserWithEmailAndPassword(auth(), newEmail(), ''))).toBe('auth/missing-password');
    },
  ],
];

const signInCases: Case[] = [
  [
    'signs in with the right password',
    async () => {
      const { user, email } = await signUp();
      await signOut(auth());
      expect((await signInWithEmailAndPassword(auth(), email, PASSWORD)).user.uid).toBe(user.uid);
    },
  ],
  [
    'signs in with an address in other case',
    async () => {
      const { user, email } = await signUp();
      expect((await signInWithEmailAndPassword(auth(), email.toUpperCase(), PASSWORD)).user.uid).toBe(user.uid);
    },
  ],
  [
    'returns the operation type signIn',
    async () => {
      const { email } = await signUp();
      const { operationType, providerId } = await signInWithEmailAndPassword(auth(), email, PASSWORD);
      expect([operationType, providerId]).toEqual(['signIn', null]);
    },
  ],
  [
    'distinguishes a wrong password from an unknown address without enumeration protection',
    async () => {
      const { email } = await signUp();
      expect(await codeOf(signInWithEmailAndPassword(auth(), email, 'wrong password'))).toBe('auth/wrong-password');
      expect(await codeOf(signInWithEmailAndPassword(auth(), newEmail(), PASSWORD))).toBe('auth/user-not-found');
    },
  ],
  [
    'does not distinguish a wrong password from an unknown address with enumeration protection',
    async () => {
      const { email } = await signUp();
      await protectEnumeration(true);
      try {
        expect(await codeOf(signInWithEmailAndPassword(auth(), email, 'wrong password'))).toBe(
          'auth/invalid-credential',
        );
        expect(await codeOf(signInWithEmailAndPassword(auth(), newEmail(), PASSWORD))).toBe('auth/invalid-credential');
        expect(await fetchSignInMethodsForEmail(auth(), email)).toEqual([]);
      } finally {
        await protectEnumeration(false);
      }
    },
  ],
  [
    'refuses an empty password',
    async () => {
      const { email } = await signUp();
      expect(await codeOf(signInWithEmailAndPassword(auth(), email, ''))).toBe('auth/missing-password');
    },
  ],
  [
    'refuses a disabled account',
    async () => {
      const { user, email } = await signUp();
      await admin().updateUser(user.uid, { disabled: true });
      expect(await codeOf(signInWithEmailAndPassword(auth(), email, PASSWORD))).toBe('auth/user-disabled');
    },
  ],
  [
    'accepts a re-enabled account',
    async () => {
      const { user, email } = await signUp();
      await admin().updateUser(user.uid, { disabled: true });
      await admin().updateUser(user.uid, { disabled: false });
      expect(await codeOf(signInWithEmailAndPassword(auth(), email, PASSWORD))).toBe('resolved');
    },
  ],
  [
    'has no current user after sign-out',
    async () => {
      await signUp();
      await signOut(auth());
      expect(auth().currentUser).toBeNull();
    },
  ],
  [
    'notifies observers of sign-in and sign-out',
    async () => {
      const seen: (string | null)[] = [];
      const stop = onAuthStateChanged(auth(), (user) => seen.push(user?.uid ?? null));
      const { user } = await signUp();
      await signOut(auth());
      await expect.poll(() => seen.slice(-2)).toEqual([user.uid, null]);
      stop();
    },
  ],
  [
    'signs in anonymously',
    async () => {
      await signOut(auth());
      const { user } = await signInAnonymously(auth());
      expect([user.isAnonymous, user.email]).toEqual([true, null]);
    },
  ],
  [
    'keeps the uid when an anonymous account becomes a permanent one',
    async () => {
      await signOut(auth());
      const { user } = await signInAnonymously(auth());
      const linked = await linkWithCredential(user, EmailAuthProvider.credential(newEmail(), PASSWORD));
      expect([linked.user.uid, linked.user.isAnonymous]).toEqual([user.uid, false]);
    },
  ],
  [
    'lists the sign-in methods of an address',
    async () => {
      const { email } = await signUp();
      expect(await fetchSignInMethodsForEmail(auth(), email)).toEqual(['password']);
      expect(await fetchSignInMethodsForEmail(auth(), newEmail())).toEqual([]);
    },
  ],
];

describe.each([
  ['signing up', signUpCases],
  ['signing in and out', signInCases],
] as [string, Case[]][])('%s', (_group, cases) => {
  it.each(cases)('%s', async (_fact, check) => check());
});
