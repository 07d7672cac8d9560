import { describe, expect, it } from 'vitest';
import {
  applyActionCode,
  deleteUser,
  GoogleAuthProvider,
  linkWithCredential,
  multiFactor,
  reload,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  TotpMultiFactorGenerator,
  updateEmail,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
} from 'firebase/auth';
import type { Auth, TotpSecret, User } from 'firebase/auth';
import { codeOf, newEmail, openAuth, sentCodes } from './client.ts';
import { PASSWORD } from './use-auth.ts';
import { codeAt, hasNoTotp, useTotp } from './use-totp.ts';

const ended = /^auth\/(user-token-expired|requires-recent-login)$/;
const tooOld = 'auth/requires-recent-login';

describe.skipIf(hasNoTotp)('sessions of an account with a second factor', () => {
  const { target, auth, admin, verifiedUser, secretFor, enrol, enrolled, firstFactor, answer } = useTotp();

  /** Prepares an attack with a second client of the account, then enrolls a factor and runs the attack. */
  async function afterEnrolment(prepare: (early: Session) => Promise<() => Promise<void>>): Promise<void> {
    const { email, user } = await verifiedUser();
    const other = openAuth(target());
    try {
      const early = await signInWithEmailAndPassword(other.auth, email, PASSWORD);
      const attack = await prepare({
        user: early.user,
        email,
        auth: other.auth,
        idToken: await early.user.getIdToken(),
      });
      await enrol(user, await secretFor(user));
      await attack();
      expect((await admin().getUser(user.uid)).multiFactor?.enrolledFactors).toHaveLength(1);
    } finally {
      await other.close();
    }
  }

  interface Session {
    user: User;
    email: string;
    auth: Auth;
    idToken: string;
  }

  /** The error of a request to the service, or `answered`. */
  async function send(method: string, body: object): Promise<string> {
    const response = await fetch(`http://${target().hosts.auth}/identitytoolkit.googleapis.com/${method}?key=any`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { error } = (await response.json()) as { error?: { message: string } };
    return error?.message ?? 'answered';
  }
  const refused = /^(TOKEN_EXPIRED|CREDENTIAL_TOO_OLD_LOGIN_AGAIN)/;
  const later = (attack: () => Promise<void>) => Promise.resolve(attack);

  it('end at the enrollment, also in its second, except the enrolling one', async () => {
    const { email, user } = await verifiedUser();
    const other = openAuth(target());
    const early = await signInWithEmailAndPassword(other.auth, email, PASSWORD);
    await enrol(user, await secretFor(user));
    expect(await codeOf(early.user.getIdToken(true))).toBe('auth/user-token-expired');
    const renewed = await user.getIdTokenResult(true);
    expect(renewed.signInSecondFactor).toBe('totp');
    await expect(admin().verifyIdToken(renewed.token, true)).resolves.toMatchObject({ uid: user.uid });
    await reload(user);
    await other.close();
  });

  it.each<[string, (session: Session) => Promise<() => Promise<void>>]>([
    [
      'start an enrollment',
      ({ idToken }) =>
        later(async () => {
          expect(await send('v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })).toMatch(refused);
        }),
    ],
    [
      'start an enrollment of a phone',
      ({ idToken }) =>
        later(async () => {
          const body = { idToken, phoneEnrollmentInfo: { phoneNumber: '+15555550100' } };
          expect(await send('v2/accounts/mfaEnrollment:start', body)).toMatch(refused);
        }),
    ],
    [
      'finish an enrollment that they started before',
      async ({ user, idToken }) => {
        const secret: TotpSecret = await secretFor(user);
        return async () => {
          const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, codeAt(secret));
          expect(await codeOf(multiFactor(user).enroll(assertion, 'mine'))).toMatch(ended);
          const totpVerificationInfo = { sessionInfo: 'any', verificationCode: codeAt(secret) };
          expect(await send('v2/accounts/mfaEnrollment:finalize', { idToken, totpVerificationInfo })).toMatch(refused);
        };
      },
    ],
    [
      'withdraw the factor',
      ({ idToken, email }) =>
        later(async () => {
          const found = await admin().getUserByEmail(email);
          const mfaEnrollmentId = found.multiFactor?.enrolledFactors[0]?.uid;
          expect(await send('v2/accounts/mfaEnrollment:withdraw', { idToken, mfaEnrollmentId })).toMatch(refused);
        }),
    ],
    [
      'change the password',
      ({ user, idToken, email }) =>
        later(async () => {
          expect(await send('v1/accounts:update', { idToken, password: 'of the thief' })).toMatch(refused);
          expect(await codeOf(updatePassword(user, 'of the thief'))).toMatch(ended);
          expect(await codeOf(signInWithEmailAndPassword(auth(), email, PASSWORD))).toBe(
            'auth/multi-factor-auth-required',
          );
        }),
    ],
    [
      'change the address',
      ({ user, idToken }) =>
        later(async () => {
          expect(await send('v1/accounts:update', { idToken, email: newEmail() })).toMatch(refused);
          expect(await codeOf(updateEmail(user, newEmail()))).toMatch(ended);
        }),
    ],
    [
      'request a link that changes the address',
      ({ user }) =>
        later(async () => {
          expect(await codeOf(verifyBeforeUpdateEmail(user, newEmail()))).toMatch(ended);
        }),
    ],
    [
      'use a link that changes the address, requested before the enrollment',
      async ({ user, email }) => {
        await verifyBeforeUpdateEmail(user, newEmail('thief'));
        const [code] = await sentCodes(target(), email);
        return async () => {
          expect(await codeOf(applyActionCode(auth(), code!.oobCode))).toBe('auth/invalid-action-code');
          expect((await admin().getUserByEmail(email)).email).toBe(email);
        };
      },
    ],
    [
      'link another provider',
      ({ user, email }) =>
        later(async () => {
          const google = GoogleAuthProvider.credential(JSON.stringify({ sub: newEmail(), email: newEmail() }));
          expect(await codeOf(linkWithCredential(user, google))).toMatch(ended);
          expect((await admin().getUserByEmail(email)).providerData.map(({ providerId }) => providerId)).toEqual([
            'password',
          ]);
        }),
    ],
    [
      'link a phone number',
      ({ idToken }) =>
        later(async () => {
          expect(await send('v1/accounts:signInWithPhoneNumber', { idToken, sessionInfo: 'a', code: '1' })).toMatch(
            refused,
          );
        }),
    ],
    [
      'link an email link',
      ({ idToken, email }) =>
        later(async () => {
          expect(await send('v1/accounts:signInWithEmailLink', { idToken, email, oobCode: 'a' })).toMatch(refused);
        }),
    ],
    [
      'replace the password by signing up',
      ({ idToken, email }) =>
        later(async () => {
          expect(await send('v1/accounts:signUp', { idToken, email, password: 'of the thief' })).toMatch(refused);
        }),
    ],
    [
      'delete the account',
      ({ user }) =>
        later(async () => {
          expect(await codeOf(deleteUser(user))).toMatch(ended);
        }),
    ],
  ])('that did not use it cannot %s', async (_fact, prepare) => afterEnrolment(prepare));

  it('by a custom token cannot change factors or credentials', async () => {
    const { user } = await enrolled();
    const other = openAuth(target());
    const custom = await signInWithCustomToken(other.auth, await admin().createCustomToken(user.uid));
    await reload(custom.user);
    expect(await codeOf(secretFor(custom.user))).toBe(tooOld);
    const [factor] = multiFactor(custom.user).enrolledFactors;
    expect(await codeOf(multiFactor(custom.user).unenroll(factor!))).toBe(tooOld);
    expect(await codeOf(updatePassword(custom.user, 'another one'))).toBe(tooOld);
    expect(await codeOf(verifyBeforeUpdateEmail(custom.user, newEmail()))).toBe(tooOld);
    const google = GoogleAuthProvider.credential(JSON.stringify({ sub: newEmail(), email: newEmail() }));
    expect(await codeOf(linkWithCredential(custom.user, google))).toBe(tooOld);
    await other.close();
  });

  it('that used it keep it when they change the profile, the password or the number of factors', async () => {
    const { user } = await enrolled();
    await updateProfile(user, { displayName: 'Ada' });
    await updatePassword(user, 'another one');
    expect((await user.getIdTokenResult(true)).signInSecondFactor).toBe('totp');
    await enrol(user, await secretFor(user));
    const [first] = multiFactor(user).enrolledFactors;
    await multiFactor(user).unenroll(first!);
    expect((await user.getIdTokenResult(true)).signInSecondFactor).toBe('totp');
    expect(multiFactor(user).enrolledFactors).toHaveLength(1);
  });

  it('that used a removed factor cannot change the remaining one', async () => {
    const { user, email, secret } = await enrolled();
    const { user: thief } = await answer(await firstFactor(email), codeAt(secret));
    const idToken = await thief.getIdToken();
    const remaining = { factorId: 'phone', phoneNumber: '+15555550101', uid: 'new' };
    await admin().updateUser(user.uid, { multiFactor: { enrolledFactors: [remaining] } });
    expect(await send('v2/accounts/mfaEnrollment:withdraw', { idToken, mfaEnrollmentId: 'new' })).toMatch(refused);
  });

  it('that used it can add another one', async () => {
    const { user, email, secret } = await enrolled();
    const { user: again } = await answer(await firstFactor(email), codeAt(secret));
    await enrol(again, await secretFor(again));
    expect((await admin().getUser(user.uid)).multiFactor?.enrolledFactors).toHaveLength(2);
  });
});
