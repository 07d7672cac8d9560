import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInWithCustomToken, signInWithEmailAndPassword } from 'firebase/auth';
import type { Auth } from 'firebase/auth';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import type { App } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import type { Auth as AdminAuth, UserRecord } from 'firebase-admin/auth';
import { openTarget } from '../target.ts';
import type { Target } from '../target.ts';
import { codeOf, newEmail, openAuth } from './client.ts';

const PASSWORD = 'correct horse';
const ACTION = { url: 'https://example.com/finish', handleCodeInApp: false };

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

const create = (properties = {}): Promise<UserRecord> =>
  admin.createUser({ email: newEmail(), password: PASSWORD, ...properties });

async function idTokenOf(user: UserRecord): Promise<string> {
  const { user: signedIn } = await signInWithEmailAndPassword(auth, user.email ?? '', PASSWORD);
  return signedIn.getIdToken();
}

/** Revocation counts whole seconds. */
const nextSecond = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_050 - (Date.now() % 1_000)));

type Case = [fact: string, check: () => Promise<void>];

const createCases: Case[] = [
  [
    'keeps every property',
    async () => {
      const made = await create({
        displayName: 'Ada',
        photoURL: 'https://example.com/a.png',
        phoneNumber: '+15555550100',
        emailVerified: true,
      });
      const { displayName, photoURL, phoneNumber, emailVerified, disabled } = await admin.getUser(made.uid);
      expect({ displayName, photoURL, phoneNumber, emailVerified, disabled }).toEqual({
        displayName: 'Ada',
        photoURL: 'https://example.com/a.png',
        phoneNumber: '+15555550100',
        emailVerified: true,
        disabled: false,
      });
    },
  ],
  [
    'takes the uid it is given',
    async () => {
      const uid = `chosen-${newEmail()}`;
      expect((await create({ uid })).uid).toBe(uid);
    },
  ],
  [
    'refuses a uid in use',
    async () => {
      const { uid } = await create();
      expect(await codeOf(create({ uid }))).toBe('auth/uid-already-exists');
    },
  ],
  [
    'refuses an address in use',
    async () => {
      const { email } = await create();
      expect(await codeOf(create({ email }))).toBe('auth/email-already-exists');
    },
  ],
  [
    'refuses a phone number in use',
    async () => {
      await create({ phoneNumber: '+15555550101' });
      expect(await codeOf(create({ phoneNumber: '+15555550101' }))).toBe('auth/phone-number-already-exists');
    },
  ],
  [
    'refuses a text that is no address',
    async () => {
      expect(await codeOf(create({ email: 'no address' }))).toBe('auth/invalid-email');
    },
  ],
  [
    'refuses a short password',
    async () => {
      expect(await codeOf(create({ password: '12345' }))).toBe('auth/invalid-password');
    },
  ],
  [
    'refuses a phone number that is not E.164',
    async () => {
      expect(await codeOf(create({ phoneNumber: '555' }))).toBe('auth/invalid-phone-number');
    },
  ],
  [
    'makes an account without address',
    async () => {
      expect((await admin.createUser({ displayName: 'Nobody' })).email).toBeUndefined();
    },
  ],
  [
    'records when it was created',
    async () => {
      const { metadata } = await create();
      expect(Math.abs(Date.parse(metadata.creationTime) - Date.now())).toBeLessThan(5_000);
    },
  ],
];

const readCases: Case[] = [
  [
    'by uid',
    async () => {
      const { uid } = await create();
      expect((await admin.getUser(uid)).uid).toBe(uid);
    },
  ],
  [
    'by address',
    async () => {
      const { uid, email } = await create();
      expect((await admin.getUserByEmail(email ?? '')).uid).toBe(uid);
    },
  ],
  [
    'by phone number',
    async () => {
      const { uid } = await create({ phoneNumber: '+15555550102' });
      expect((await admin.getUserByPhoneNumber('+15555550102')).uid).toBe(uid);
    },
  ],
  [
    'many at once, saying which were not found',
    async () => {
      const { uid, email } = await create();
      const { users, notFound } = await admin.getUsers([{ uid }, { email: email ?? '' }, { uid: 'nobody' }]);
      expect([users.map((user) => user.uid), notFound]).toEqual([[uid], [{ uid: 'nobody' }]]);
    },
  ],
  [
    'not at all when unknown',
    async () => {
      expect(await codeOf(admin.getUser('nobody'))).toBe('auth/user-not-found');
      expect(await codeOf(admin.getUserByEmail(newEmail()))).toBe('auth/user-not-found');
    },
  ],
  [
    'page by page',
    async () => {
      const made = await Promise.all([create(), create(), create()]);
      const uids = new Set<string>();
      let pageToken: string | undefined;
      do {
        const page = await admin.listUsers(2, pageToken);
        expect(page.users.length).toBeLessThanOrEqual(2);
        for (const { uid } of page.users) uids.add(uid);
        pageToken = page.pageToken;
      } while (pageToken !== undefined);
      for (const { uid } of made) expect(uids).toContain(uid);
    },
  ],
];

const changeCases: Case[] = [
  [
    'replaces properties and leaves the rest',
    async () => {
      const { uid, email } = await create({ displayName: 'Ada' });
      const changed = await admin.updateUser(uid, { displayName: 'Grace' });
      expect([changed.displayName, changed.email]).toEqual(['Grace', email]);
    },
  ],
  [
    'removes properties given as null',
    async () => {
      const { uid } = await create({ displayName: 'Ada', phoneNumber: '+15555550103' });
      const changed = await admin.updateUser(uid, { displayName: null, phoneNumber: null });
      expect([changed.displayName, changed.phoneNumber]).toEqual([undefined, undefined]);
    },
  ],
  [
    'replaces the password',
    async () => {
      const { uid, email } = await create();
      await admin.updateUser(uid, { password: 'another one' });
      expect(await codeOf(signInWithEmailAndPassword(auth, email ?? '', PASSWORD))).toBe('auth/wrong-password');
      expect(await codeOf(signInWithEmailAndPassword(auth, email ?? '', 'another one'))).toBe('resolved');
    },
  ],
  [
    'refuses an address in use',
    async () => {
      const { email } = await create();
      const { uid } = await create();
      expect(await codeOf(admin.updateUser(uid, { email: email ?? '' }))).toBe('auth/email-already-exists');
    },
  ],
  [
    'refuses an unknown account',
    async () => {
      expect(await codeOf(admin.updateUser('nobody', { displayName: 'x' }))).toBe('auth/user-not-found');
    },
  ],
  [
    'sets custom claims',
    async () => {
      const { uid } = await create();
      await admin.setCustomUserClaims(uid, { roles: ['editor'] });
      expect((await admin.getUser(uid)).customClaims).toEqual({ roles: ['editor'] });
    },
  ],
  [
    'refuses reserved claims',
    async () => {
      const { uid } = await create();
      expect(await codeOf(admin.setCustomUserClaims(uid, { sub: 'x' }))).toBe('auth/reserved-claim');
    },
  ],
  [
    'refuses claims of more than 1,000 characters',
    async () => {
      const { uid } = await create();
      expect(await codeOf(admin.setCustomUserClaims(uid, { long: 'x'.repeat(1_000) }))).toBe('auth/claims-too-large');
    },
  ],
  [
    'deletes',
    async () => {
      const { uid } = await create();
      await admin.deleteUser(uid);
      expect(await codeOf(admin.getUser(uid))).toBe('auth/user-not-found');
      expect(await codeOf(admin.deleteUser(uid))).toBe('auth/user-not-found');
    },
  ],
  [
    'deletes many at once, unknown ones counting as deleted',
    async () => {
      const made = await Promise.all([create(), create()]);
      const { successCount, failureCount } = await admin.deleteUsers([...made.map(({ uid }) => uid), 'nobody']);
      expect([successCount, failureCount]).toEqual([3, 0]);
    },
  ],
  [
    'imports accounts as they are',
    async () => {
      const uid = `imported-${newEmail()}`;
      const email = newEmail('imported');
      const { successCount } = await admin.importUsers([
        { uid, email, emailVerified: true, customClaims: { old: true } },
      ]);
      const { email: kept, customClaims } = await admin.getUser(uid);
      expect([successCount, kept, customClaims]).toEqual([1, email, { old: true }]);
    },
  ],
];

const verifyCases: Case[] = [
  [
    'verifies a token and gives its claims',
    async () => {
      const made = await create();
      const decoded = await admin.verifyIdToken(await idTokenOf(made));
      expect([decoded.uid, decoded.email, decoded.firebase.sign_in_provider]).toEqual([
        made.uid,
        made.email,
        'password',
      ]);
    },
  ],
  [
    'refuses a text that is no token',
    async () => {
      expect(await codeOf(admin.verifyIdToken('nonsense'))).toBe('auth/argument-error');
    },
  ],
  [
    'refuses a token of another project',
    async () => {
      const token = (await idTokenOf(await create())).split('.');
      const claims = JSON.parse(Buffer.from(token[1] ?? '', 'base64url').toString()) as object;
      const other = Buffer.from(JSON.stringify({ ...claims, aud: 'demo-other' })).toString('base64url');
      expect(await codeOf(admin.verifyIdToken(`${token[0]}.${other}.`))).toBe('auth/argument-error');
    },
  ],
  [
    'refuses an expired token',
    async () => {
      const token = (await idTokenOf(await create())).split('.');
      const claims = JSON.parse(Buffer.from(token[1] ?? '', 'base64url').toString()) as object;
      const past = Buffer.from(JSON.stringify({ ...claims, iat: 1_000, exp: 2_000 })).toString('base64url');
      expect(await codeOf(admin.verifyIdToken(`${token[0]}.${past}.`))).toBe('auth/id-token-expired');
    },
  ],
  [
    'refuses a revoked token when asked to check',
    async () => {
      const made = await create();
      const token = await idTokenOf(made);
      await nextSecond();
      await admin.revokeRefreshTokens(made.uid);
      expect(await codeOf(admin.verifyIdToken(token, true))).toBe('auth/id-token-revoked');
    },
  ],
  [
    'admits a token obtained by signing in after revocation',
    async () => {
      const made = await create();
      await admin.revokeRefreshTokens(made.uid);
      await nextSecond();
      expect(await codeOf(admin.verifyIdToken(await idTokenOf(made), true))).toBe('resolved');
    },
  ],
  [
    'refuses the token of a disabled account when asked to check',
    async () => {
      const made = await create();
      const token = await idTokenOf(made);
      await admin.updateUser(made.uid, { disabled: true });
      expect(await codeOf(admin.verifyIdToken(token, true))).toBe('auth/user-disabled');
    },
  ],
  [
    'refuses the token of a deleted account when asked to check',
    async () => {
      const made = await create();
      const token = await idTokenOf(made);
      await admin.deleteUser(made.uid);
      expect(await codeOf(admin.verifyIdToken(token, true))).toBe('auth/user-not-found');
    },
  ],
  [
    'moves tokensValidAfterTime on revocation',
    async () => {
      const { uid } = await create();
      const before = Date.parse((await admin.getUser(uid)).tokensValidAfterTime ?? '');
      await nextSecond();
      await admin.revokeRefreshTokens(uid);
      expect(Date.parse((await admin.getUser(uid)).tokensValidAfterTime ?? '')).toBeGreaterThan(before);
    },
  ],
  [
    'makes session cookies that verify',
    async () => {
      const made = await create();
      const cookie = await admin.createSessionCookie(await idTokenOf(made), { expiresIn: 3_600_000 });
      expect((await admin.verifySessionCookie(cookie)).uid).toBe(made.uid);
    },
  ],
  [
    'refuses session cookies of less than five minutes',
    async () => {
      const token = await idTokenOf(await create());
      expect(await codeOf(admin.createSessionCookie(token, { expiresIn: 60_000 }))).toBe(
        'auth/invalid-session-cookie-duration',
      );
    },
  ],
  [
    'makes custom tokens that sign in a uid not seen before',
    async () => {
      const uid = `new-${newEmail()}`;
      const { user } = await signInWithCustomToken(auth, await admin.createCustomToken(uid));
      expect(user.uid).toBe(uid);
      expect((await admin.getUser(uid)).uid).toBe(uid);
    },
  ],
];

const linkCases: Case[] = [
  [
    'makes password reset links',
    async () => {
      const { email } = await create();
      const link = new URL(await admin.generatePasswordResetLink(email ?? '', ACTION));
      expect([link.searchParams.get('mode'), link.searchParams.get('continueUrl')]).toEqual([
        'resetPassword',
        ACTION.url,
      ]);
    },
  ],
  [
    'makes verification links',
    async () => {
      const { email } = await create();
      expect(new URL(await admin.generateEmailVerificationLink(email ?? '', ACTION)).searchParams.get('mode')).toBe(
        'verifyEmail',
      );
    },
  ],
  [
    'makes sign-in links',
    async () => {
      const link = await admin.generateSignInWithEmailLink(newEmail(), { ...ACTION, handleCodeInApp: true });
      expect(new URL(link).searchParams.get('mode')).toBe('signIn');
    },
  ],
  [
    'refuses a reset link for an unknown address',
    async () => {
      expect(await codeOf(admin.generatePasswordResetLink(newEmail(), ACTION))).toMatch(
        /^auth\/(user|email)-not-found$/,
      );
    },
  ],
];

describe.each([
  ['creating accounts', createCases],
  ['reading accounts', readCases],
  ['changing accounts', changeCases],
  ['verifying tokens', verifyCases],
  ['action links', linkCases],
] as [string, Case[]][])('%s', (_group, cases) => {
  it.each(cases)('%s', async (_fact, check) => check());
});

describe('refreshing', () => {
  it('stops for a session whose tokens were revoked, as hosted Firebase does', async ({ skip }) => {
    if (target.isOfficial) skip('the official emulator renews revoked sessions');
    const made = await create();
    const { user } = await signInWithEmailAndPassword(auth, made.email ?? '', PASSWORD);
    await nextSecond();
    await admin.revokeRefreshTokens(made.uid);
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired');
  });

  it('stops for other sessions when the password is changed', async ({ skip }) => {
    if (target.isOfficial) skip('the official emulator renews revoked sessions');
    const made = await create();
    const { user } = await signInWithEmailAndPassword(auth, made.email ?? '', PASSWORD);
    await nextSecond();
    await admin.updateUser(made.uid, { password: 'another one' });
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired');
  });
});
