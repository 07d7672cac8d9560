import { describe, expect, it } from 'vitest';
import { signInWithEmailAndPassword } from 'firebase/auth';
import type { UserRecord } from 'firebase-admin/auth';
import { codeOf, newEmail } from './client.ts';
import { PASSWORD, useAuth } from './use-auth.ts';
import type { Case } from './use-auth.ts';

const { admin, auth } = useAuth();

const create = (properties = {}): Promise<UserRecord> =>
  admin().createUser({ email: newEmail(), password: PASSWORD, ...properties });

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
      const { displayName, photoURL, phoneNumber, emailVerified, disabled } = await admin().getUser(made.uid);
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
    'accepts a given uid',
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
    'refuses an invalid email address',
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
    'creates an account without an email address',
    async () => {
      expect((await admin().createUser({ displayName: 'Nobody' })).email).toBeUndefined();
    },
  ],
  [
    'records the creation time',
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
      expect((await admin().getUser(uid)).uid).toBe(uid);
    },
  ],
  [
    'by address',
    async () => {
      const { uid, email } = await create();
      expect((await admin().getUserByEmail(email ?? '')).uid).toBe(uid);
    },
  ],
  [
    'by phone number',
    async () => {
      const { uid } = await create({ phoneNumber: '+15555550102' });
      expect((await admin().getUserByPhoneNumber('+15555550102')).uid).toBe(uid);
    },
  ],
  [
    'several at once, with a list of those not found',
    async () => {
      const { uid, email } = await create();
      const { users, notFound } = await admin().getUsers([{ uid }, { email: email ?? '' }, { uid: 'nobody' }]);
      expect([users.map((user) => user.uid), notFound]).toEqual([[uid], [{ uid: 'nobody' }]]);
    },
  ],
  [
    'fails with user-not-found for an unknown account',
    async () => {
      expect(await codeOf(admin().getUser('nobody'))).toBe('auth/user-not-found');
      expect(await codeOf(admin().getUserByEmail(newEmail()))).toBe('auth/user-not-found');
    },
  ],
  [
    'page by page',
    async () => {
      const made = await Promise.all([create(), create(), create()]);
      const uids = new Set<string>();
      let pageToken: string | undefined;
      do {
        const page = await admin().listUsers(2, pageToken);
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
    'replaces given properties and keeps the others',
    async () => {
      const { uid, email } = await create({ displayName: 'Ada' });
      const changed = await admin().updateUser(uid, { displayName: 'Grace' });
      expect([changed.displayName, changed.email]).toEqual(['Grace', email]);
    },
  ],
  [
    'removes properties given as null',
    async () => {
      const { uid } = await create({ displayName: 'Ada', phoneNumber: '+15555550103' });
      const changed = await admin().updateUser(uid, { displayName: null, phoneNumber: null });
      expect([changed.displayName, changed.phoneNumber]).toEqual([undefined, undefined]);
    },
  ],
  [
    'replaces the password',
    async () => {
      const { uid, email } = await create();
      await admin().updateUser(uid, { password: 'another one' });
      expect(await codeOf(signInWithEmailAndPassword(auth(), email ?? '', PASSWORD))).toBe('auth/wrong-password');
      expect(await codeOf(signInWithEmailAndPassword(auth(), email ?? '', 'another one'))).toBe('resolved');
    },
  ],
  [
    'refuses an address in use',
    async () => {
      const { email } = await create();
      const { uid } = await create();
      expect(await codeOf(admin().updateUser(uid, { email: email ?? '' }))).toBe('auth/email-already-exists');
    },
  ],
  [
    'refuses an unknown account',
    async () => {
      expect(await codeOf(admin().updateUser('nobody', { displayName: 'x' }))).toBe('auth/user-not-found');
    },
  ],
  [
    'sets custom claims',
    async () => {
      const { uid } = await create();
      await admin().setCustomUserClaims(uid, { roles: ['editor'] });
      expect((await admin().getUser(uid)).customClaims).toEqual({ roles: ['editor'] });
    },
  ],
  [
    'refuses reserved claims',
    async () => {
      const { uid } = await create();
      expect(await codeOf(admin().setCustomUserClaims(uid, { sub: 'x' }))).toBe('auth/reserved-claim');
    },
  ],
  [
    'refuses claims of more than 1,000 characters',
    async () => {
      const { uid } = await create();
      expect(await codeOf(admin().setCustomUserClaims(uid, { long: 'x'.repeat(1_000) }))).toBe('auth/claims-too-large');
    },
  ],
  [
    'deletes an account',
    async () => {
      const { uid } = await create();
      await admin().deleteUser(uid);
      expect(await codeOf(admin().getUser(uid))).toBe('auth/user-not-found');
      expect(await codeOf(admin().deleteUser(uid))).toBe('auth/user-not-found');
    },
  ],
  [
    'deletes several at once and counts unknown ones as deleted',
    async () => {
      const made = await Promise.all([create(), create()]);
      const { successCount, failureCount } = await admin().deleteUsers([...made.map(({ uid }) => uid), 'nobody']);
      expect([successCount, failureCount]).toEqual([3, 0]);
    },
  ],
  [
    'imports accounts with uid, email and claims',
    async () => {
      const uid = `imported-${newEmail()}`;
      const email = newEmail('imported');
      const { successCount } = await admin().importUsers([
        { uid, email, emailVerified: true, customClaims: { old: true } },
      ]);
      const { email: kept, customClaims } = await admin().getUser(uid);
      expect([successCount, kept, customClaims]).toEqual([1, email, { old: true }]);
    },
  ],
];

describe.each([
  ['creating accounts', createCases],
  ['reading accounts', readCases],
  ['changing accounts', changeCases],
] as [string, Case[]][])('%s', (_group, cases) => {
  it.each(cases)('%s', async (_fact, check) => check());
});
