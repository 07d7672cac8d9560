import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  createUserWithEmailAndPassword,
  deleteUser,
  EmailAuthProvider,
  fetchSignInMethodsForEmail,
  isSignInWithEmailLink,
  linkWithCredential,
  onAuthStateChanged,
  reauthenticateWithCredential,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInAnonymously,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signOut,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode,
} from 'firebase/auth';
import type { Auth, User } from 'firebase/auth';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import type { App } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import type { Auth as AdminAuth } from 'firebase-admin/auth';
import { openTarget } from '../target.ts';
import type { Target } from '../target.ts';
import { codeOf, newEmail, openAuth, sentCodes } from './client.ts';

const PASSWORD = 'correct horse';

let target: Target;
let client: ReturnType<typeof openAuth>;
let auth: Auth;
let adminApp: App;
let admin: AdminAuth;

beforeAll(async () => {
  target = await openTarget({ only: ['auth'] });
  client = openAuth(target);
  auth = client.auth;
  adminApp = initializeApp({ projectId: target.project });
  admin = getAuth(adminApp);
});
afterAll(async () => {
  await client.close();
  await deleteApp(adminApp);
  await target.stop();
});

async function signUp(email = newEmail()): Promise<{ user: User; email: string }> {
  const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD);
  return { user, email };
}

async function newestCode(email: string): Promise<{ oobCode: string; oobLink: string }> {
  const [code] = await sentCodes(target, email);
  if (code === undefined) throw new Error(`No e-mail was sent to ${email}`);
  return code;
}

type Case = [fact: string, check: () => Promise<void>];

const signUpCases: Case[] = [
  [
    'signs the new user in',
    async () => {
      const { user, email } = await signUp();
      expect(auth.currentUser?.uid).toBe(user.uid);
      expect([user.email, user.emailVerified, user.isAnonymous]).toEqual([email, false, false]);
    },
  ],
  [
    'gives a uid of at most 128 characters',
    async () => {
      expect((await signUp()).user.uid).toMatch(/^[A-Za-z0-9]{1,128}$/);
    },
  ],
  [
    'names the provider "password"',
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
    'takes addresses as the same whatever their case',
    async () => {
      const { email } = await signUp();
      expect(await codeOf(signUp(email.toUpperCase()))).toBe('auth/email-already-in-use');
    },
  ],
  [
    'refuses a password of fewer than six characters',
    async () => {
      expect(await codeOf(createUserWithEmailAndPassword(auth, newEmail(), '12345'))).toBe('auth/weak-password');
    },
  ],
  [
    'takes a password of six characters',
    async () => {
      expect(await codeOf(createUserWithEmailAndPassword(auth, newEmail(), '123456'))).toBe('resolved');
    },
  ],
  [
    'refuses a text that is no address',
    async () => {
      expect(await codeOf(createUserWithEmailAndPassword(auth, 'no address', PASSWORD))).toBe('auth/invalid-email');
    },
  ],
  [
    'refuses an empty address',
    async () => {
      expect(await codeOf(createUserWithEmailAndPassword(auth, '', PASSWORD))).toBe('auth/missing-email');
    },
  ],
  [
    'refuses an empty password',
    async () => {
      expect(await codeOf(createUserWithEmailAndPassword(auth, newEmail(), ''))).toBe('auth/missing-password');
    },
  ],
];

const signInCases: Case[] = [
  [
    'signs in with the right password',
    async () => {
      const { user, email } = await signUp();
      await signOut(auth);
      expect((await signInWithEmailAndPassword(auth, email, PASSWORD)).user.uid).toBe(user.uid);
    },
  ],
  [
    'signs in whatever the case of the address',
    async () => {
      const { user, email } = await signUp();
      expect((await signInWithEmailAndPassword(auth, email.toUpperCase(), PASSWORD)).user.uid).toBe(user.uid);
    },
  ],
  [
    'says signIn and password of the credential',
    async () => {
      const { email } = await signUp();
      const { operationType, providerId } = await signInWithEmailAndPassword(auth, email, PASSWORD);
      expect([operationType, providerId]).toEqual(['signIn', null]);
    },
  ],
  [
    'tells a wrong password from an unknown address when enumeration protection is off',
    async () => {
      const { email } = await signUp();
      expect(await codeOf(signInWithEmailAndPassword(auth, email, 'wrong password'))).toBe('auth/wrong-password');
      expect(await codeOf(signInWithEmailAndPassword(auth, newEmail(), PASSWORD))).toBe('auth/user-not-found');
    },
  ],
  [
    'tells them apart no more when enumeration protection is on',
    async () => {
      const { email } = await signUp();
      await protectEnumeration(true);
      try {
        expect(await codeOf(signInWithEmailAndPassword(auth, email, 'wrong password'))).toBe('auth/invalid-credential');
        expect(await codeOf(signInWithEmailAndPassword(auth, newEmail(), PASSWORD))).toBe('auth/invalid-credential');
        expect(await fetchSignInMethodsForEmail(auth, email)).toEqual([]);
      } finally {
        await protectEnumeration(false);
      }
    },
  ],
  [
    'refuses an empty password',
    async () => {
      const { email } = await signUp();
      expect(await codeOf(signInWithEmailAndPassword(auth, email, ''))).toBe('auth/missing-password');
    },
  ],
  [
    'refuses a disabled account',
    async () => {
      const { user, email } = await signUp();
      await admin.updateUser(user.uid, { disabled: true });
      expect(await codeOf(signInWithEmailAndPassword(auth, email, PASSWORD))).toBe('auth/user-disabled');
    },
  ],
  [
    'admits an account enabled again',
    async () => {
      const { user, email } = await signUp();
      await admin.updateUser(user.uid, { disabled: true });
      await admin.updateUser(user.uid, { disabled: false });
      expect(await codeOf(signInWithEmailAndPassword(auth, email, PASSWORD))).toBe('resolved');
    },
  ],
  [
    'leaves no user after signing out',
    async () => {
      await signUp();
      await signOut(auth);
      expect(auth.currentUser).toBeNull();
    },
  ],
  [
    'tells observers of signing in and out',
    async () => {
      const seen: (string | null)[] = [];
      const stop = onAuthStateChanged(auth, (user) => seen.push(user?.uid ?? null));
      const { user } = await signUp();
      await signOut(auth);
      await expect.poll(() => seen.slice(-2)).toEqual([user.uid, null]);
      stop();
    },
  ],
  [
    'signs in anonymously',
    async () => {
      await signOut(auth);
      const { user } = await signInAnonymously(auth);
      expect([user.isAnonymous, user.email]).toEqual([true, null]);
    },
  ],
  [
    'keeps the uid when an anonymous account becomes a permanent one',
    async () => {
      await signOut(auth);
      const { user } = await signInAnonymously(auth);
      const linked = await linkWithCredential(user, EmailAuthProvider.credential(newEmail(), PASSWORD));
      expect([linked.user.uid, linked.user.isAnonymous]).toEqual([user.uid, false]);
    },
  ],
  [
    'lists the sign-in methods of an address',
    async () => {
      const { email } = await signUp();
      expect(await fetchSignInMethodsForEmail(auth, email)).toEqual(['password']);
      expect(await fetchSignInMethodsForEmail(auth, newEmail())).toEqual([]);
    },
  ],
];

const tokenCases: Case[] = [
  [
    'names issuer, audience and subject',
    async () => {
      const { user } = await signUp();
      const { claims } = await user.getIdTokenResult();
      expect(claims['iss']).toBe(`https://securetoken.google.com/${target.project}`);
      expect(claims['aud']).toBe(target.project);
      expect([claims['sub'], claims['user_id']]).toEqual([user.uid, user.uid]);
    },
  ],
  [
    'names e-mail and sign-in provider',
    async () => {
      const { user, email } = await signUp();
      const { claims, signInProvider } = await user.getIdTokenResult();
      expect([claims['email'], claims['email_verified'], signInProvider]).toEqual([email, false, 'password']);
    },
  ],
  [
    'lives for an hour',
    async () => {
      const { claims } = await (await signUp()).user.getIdTokenResult();
      expect(Number(claims.exp) - Number(claims.iat)).toBe(3_600);
    },
  ],
  [
    'names no second factor after one factor',
    async () => {
      expect((await (await signUp()).user.getIdTokenResult()).signInSecondFactor).toBeNull();
    },
  ],
  [
    'carries custom claims after it was refreshed',
    async () => {
      const { user } = await signUp();
      await admin.setCustomUserClaims(user.uid, { level: 3, groups: ['a'] });
      const { claims } = await user.getIdTokenResult(true);
      expect([claims['level'], claims['groups']]).toEqual([3, ['a']]);
    },
  ],
  [
    'loses custom claims that were removed',
    async () => {
      const { user } = await signUp();
      await admin.setCustomUserClaims(user.uid, { level: 3 });
      await admin.setCustomUserClaims(user.uid, null);
      expect((await user.getIdTokenResult(true)).claims['level']).toBeUndefined();
    },
  ],
  [
    'carries the claims of a custom token',
    async () => {
      const token = await admin.createCustomToken(`custom-${newEmail()}`, { premium: true });
      const { user } = await signInWithCustomToken(auth, token);
      const { claims, signInProvider } = await user.getIdTokenResult();
      expect([claims['premium'], signInProvider]).toEqual([true, 'custom']);
    },
  ],
  [
    'refuses a text that is no custom token',
    async () => {
      expect(await codeOf(signInWithCustomToken(auth, 'nonsense'))).toBe('auth/invalid-custom-token');
    },
  ],
  [
    'carries the display name',
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
      await admin.updateUser(user.uid, { disabled: true });
      expect(await codeOf(user.getIdToken(true))).toBe('auth/user-disabled');
    },
  ],
  [
    'is not refreshed for a deleted account',
    async () => {
      const { user } = await signUp();
      await admin.deleteUser(user.uid);
      expect(await codeOf(user.getIdToken(true))).toMatch(/^auth\/(user-token-expired|invalid-refresh-token)$/);
    },
  ],
];

const accountCases: Case[] = [
  [
    'keeps a changed profile',
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
      expect(await codeOf(signInWithEmailAndPassword(auth, email, PASSWORD))).toBe('auth/wrong-password');
      expect(await codeOf(signInWithEmailAndPassword(auth, email, 'another one'))).toBe('resolved');
    },
  ],
  [
    'refuses to replace it by a weak one',
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
    'refuses to re-authenticate as somebody else',
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
      expect(auth.currentUser).toBeNull();
      expect(await codeOf(signInWithEmailAndPassword(auth, email, PASSWORD))).toBe('auth/user-not-found');
    },
  ],
  [
    'frees the address of a deleted account',
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
      await signOut(auth);
      const { user } = await signInAnonymously(auth);
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
      const [code] = await sentCodes(target, email);
      await applyActionCode(auth, code!.oobCode);
      expect((await signInWithEmailAndPassword(auth, next, PASSWORD)).user.emailVerified).toBe(true);
    },
  ],
];

const emailCases: Case[] = [
  [
    'resets the password with the code that was sent',
    async () => {
      const { email } = await signUp();
      await sendPasswordResetEmail(auth, email);
      const { oobCode } = await newestCode(email);
      expect(await verifyPasswordResetCode(auth, oobCode)).toBe(email);
      await confirmPasswordReset(auth, oobCode, 'fresh password');
      expect(await codeOf(signInWithEmailAndPassword(auth, email, 'fresh password'))).toBe('resolved');
    },
  ],
  [
    'takes a reset code once',
    async () => {
      const { email } = await signUp();
      await sendPasswordResetEmail(auth, email);
      const { oobCode } = await newestCode(email);
      await confirmPasswordReset(auth, oobCode, 'fresh password');
      expect(await codeOf(confirmPasswordReset(auth, oobCode, 'second time'))).toBe('auth/invalid-action-code');
    },
  ],
  [
    'refuses a made-up code',
    async () => {
      expect(await codeOf(confirmPasswordReset(auth, 'made-up', 'fresh password'))).toBe('auth/invalid-action-code');
    },
  ],
  [
    'keeps the code when the new password is weak',
    async () => {
      const { email } = await signUp();
      await sendPasswordResetEmail(auth, email);
      const { oobCode } = await newestCode(email);
      expect(await codeOf(confirmPasswordReset(auth, oobCode, '123'))).toBe('auth/weak-password');
    },
  ],
  [
    'refuses to reset for an unknown address',
    async () => {
      expect(await codeOf(sendPasswordResetEmail(auth, newEmail()))).toBe('auth/user-not-found');
    },
  ],
  [
    'verifies an address',
    async () => {
      const { user, email } = await signUp();
      await sendEmailVerification(user);
      await applyActionCode(auth, (await newestCode(email)).oobCode);
      await reload(user);
      expect(user.emailVerified).toBe(true);
    },
  ],
  [
    'says what a code is for before it is used',
    async () => {
      const { user, email } = await signUp();
      await sendEmailVerification(user);
      const { operation, data } = await checkActionCode(auth, (await newestCode(email)).oobCode);
      expect([operation, data.email]).toEqual(['VERIFY_EMAIL', email]);
    },
  ],
  [
    'signs in by a link',
    async () => {
      const email = newEmail();
      await sendSignInLinkToEmail(auth, email, { url: 'https://example.com/finish', handleCodeInApp: true });
      const { oobLink } = await newestCode(email);
      expect(isSignInWithEmailLink(auth, oobLink)).toBe(true);
      const { user } = await signInWithEmailLink(auth, email, oobLink);
      expect([user.email, user.emailVerified]).toEqual([email, true]);
    },
  ],
  [
    'refuses a link sent to another address',
    async () => {
      const email = newEmail();
      await sendSignInLinkToEmail(auth, email, { url: 'https://example.com/finish', handleCodeInApp: true });
      const { oobLink } = await newestCode(email);
      expect(await codeOf(signInWithEmailLink(auth, newEmail('other'), oobLink))).toBe('auth/invalid-email');
    },
  ],
];

async function protectEnumeration(on: boolean): Promise<void> {
  await fetch(`http://${target.hosts.auth}/emulator/v1/projects/${target.project}/config`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: on } }),
  });
}

describe.each([
  ['signing up', signUpCases],
  ['signing in and out', signInCases],
  ['ID tokens', tokenCases],
  ['accounts', accountCases],
  ['e-mail actions', emailCases],
] as [string, Case[]][])('%s', (_group, cases) => {
  it.each(cases)('%s', async (_fact, check) => check());
});
