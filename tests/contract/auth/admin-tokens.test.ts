import { describe, expect, it } from 'vitest';
import { signInWithCustomToken, signInWithEmailAndPassword } from 'firebase/auth';
import type { UserRecord } from 'firebase-admin/auth';
import { codeOf, newEmail } from './client.ts';
import { PASSWORD, useAuth } from './use-auth.ts';
import type { Case } from './use-auth.ts';

const { admin, auth, target } = useAuth();

const create = (properties = {}): Promise<UserRecord> =>
  admin().createUser({ email: newEmail(), password: PASSWORD, ...properties });

const ACTION = { url: 'https://example.com/finish', handleCodeInApp: false };

async function idTokenOf(user: UserRecord): Promise<string> {
  const { user: signedIn } = await signInWithEmailAndPassword(auth(), user.email ?? '', PASSWORD);
  return signedIn.getIdToken();
}

/** Waits for the next second: revocation compares whole seconds. */
const nextSecond = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1_050 - (Date.now() % 1_000)));

const verifyCases: Case[] = [
  [
    'verifies a token and returns its claims',
    async () => {
      const made = await create();
      const decoded = await admin().verifyIdToken(await idTokenOf(made));
      expect([decoded.uid, decoded.email, decoded.firebase.sign_in_provider]).toEqual([
        made.uid,
        made.email,
        'password',
      ]);
    },
  ],
  [
    'refuses a malformed token',
    async () => {
      expect(await codeOf(admin().verifyIdToken('nonsense'))).toBe('auth/argument-error');
    },
  ],
  [
    'refuses a token of another project',
    async () => {
      const token = (await idTokenOf(await create())).split('.');
      const claims = JSON.parse(Buffer.from(token[1] ?? '', 'base64url').toString()) as object;
      const other = Buffer.from(JSON.stringify({ ...claims, aud: 'demo-other' })).toString('base64url');
      expect(await codeOf(admin().verifyIdToken(`${token[0]}.${other}.`))).toBe('auth/argument-error');
    },
  ],
  [
    'refuses an expired token',
    async () => {
      const token = (await idTokenOf(await create())).split('.');
      const claims = JSON.parse(Buffer.from(token[1] ?? '', 'base64url').toString()) as object;
      const past = Buffer.from(JSON.stringify({ ...claims, iat: 1_000, exp: 2_000 })).toString('base64url');
      expect(await codeOf(admin().verifyIdToken(`${token[0]}.${past}.`))).toBe('auth/id-token-expired');
    },
  ],
  [
    'refuses a revoked token when asked to check',
    async () => {
      const made = await create();
      const token = await idTokenOf(made);
      await nextSecond();
      await admin().revokeRefreshTokens(made.uid);
      expect(await codeOf(admin().verifyIdToken(token, true))).toBe('auth/id-token-revoked');
    },
  ],
  [
    'admits a token obtained by signing in after revocation',
    async () => {
      const made = await create();
      await admin().revokeRefreshTokens(made.uid);
      await nextSecond();
      expect(await codeOf(admin().verifyIdToken(await idTokenOf(made), true))).toBe('resolved');
    },
  ],
  [
    'refuses the token of a disabled account when asked to check',
    async () => {
      const made = await create();
      const token = await idTokenOf(made);
      await admin().updateUser(made.uid, { disabled: true });
      expect(await codeOf(admin().verifyIdToken(token, true))).toBe('auth/user-disabled');
    },
  ],
  [
    'refuses the token of a deleted account when asked to check',
    async () => {
      const made = await create();
      const token = await idTokenOf(made);
      await admin().deleteUser(made.uid);
      expect(await codeOf(admin().verifyIdToken(token, true))).toBe('auth/user-not-found');
    },
  ],
  [
    'increases tokensValidAfterTime on revocation',
    async () => {
      const { uid } = await create();
      const before = Date.parse((await admin().getUser(uid)).tokensValidAfterTime ?? '');
      await nextSecond();
      await admin().revokeRefreshTokens(uid);
      expect(Date.parse((await admin().getUser(uid)).tokensValidAfterTime ?? '')).toBeGreaterThan(before);
    },
  ],
  [
    'creates session cookies that verify',
    async () => {
      const made = await create();
      const cookie = await admin().createSessionCookie(await idTokenOf(made), { expiresIn: 3_600_000 });
      expect((await admin().verifySessionCookie(cookie)).uid).toBe(made.uid);
    },
  ],
  [
    'refuses session cookies of less than five minutes',
    async () => {
      const token = await idTokenOf(await create());
      expect(await codeOf(admin().createSessionCookie(token, { expiresIn: 60_000 }))).toBe(
        'auth/invalid-session-cookie-duration',
      );
    },
  ],
  [
    'creates custom tokens that sign in a new uid',
    async () => {
      const uid = `new-${newEmail()}`;
      const { user } = await signInWithCustomToken(auth(), await admin().createCustomToken(uid));
      expect(user.uid).toBe(uid);
      expect((await admin().getUser(uid)).uid).toBe(uid);
    },
  ],
];

const linkCases: Case[] = [
  [
    'creates password reset links',
    async () => {
      const { email } = await create();
      const link = new URL(await admin().generatePasswordResetLink(email ?? '', ACTION));
      expect([link.searchParams.get('mode'), link.searchParams.get('continueUrl')]).toEqual([
        'resetPassword',
        ACTION.url,
      ]);
    },
  ],
  [
    'creates verification links',
    async () => {
      const { email } = await create();
      expect(new URL(await admin().generateEmailVerificationLink(email ?? '', ACTION)).searchParams.get('mode')).toBe(
        'verifyEmail',
      );
    },
  ],
  [
    'creates sign-in links',
    async () => {
      const link = await admin().generateSignInWithEmailLink(newEmail(), { ...ACTION, handleCodeInApp: true });
      expect(new URL(link).searchParams.get('mode')).toBe('signIn');
    },
  ],
  [
    'refuses a reset link for an unknown address',
    async () => {
      expect(await codeOf(admin().generatePasswordResetLink(newEmail(), ACTION))).toMatch(
        /^auth\/(user|email)-not-found$/,
      );
    },
  ],
];

describe.each([
  ['verifying tokens', verifyCases],
  ['action links', linkCases],
] as [string, Case[]][])('%s', (_group, cases) => {
  it.each(cases)('%s', async (_fact, check) => check());
});

describe('refreshing a token', () => {
  it('fails for a session whose tokens were revoked, like in hosted Firebase', async ({ skip }) => {
    if (target().isOfficial) skip('the official emulator renews revoked sessions');
    const made = await create();
    const { user } = await signInWithEmailAndPassword(auth(), made.email ?? '', PASSWORD);
    await nextSecond();
    await admin().revokeRefreshTokens(made.uid);
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired');
  });

  it('fails for other sessions after a password change', async ({ skip }) => {
    if (target().isOfficial) skip('the official emulator renews revoked sessions');
    const made = await create();
    const { user } = await signInWithEmailAndPassword(auth(), made.email ?? '', PASSWORD);
    await nextSecond();
    await admin().updateUser(made.uid, { password: 'another one' });
    expect(await codeOf(user.getIdToken(true))).toBe('auth/user-token-expired');
  });
});
