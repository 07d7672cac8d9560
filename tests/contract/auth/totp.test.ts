import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createUserWithEmailAndPassword,
  getMultiFactorResolver,
  multiFactor,
  signInAnonymously,
  signInWithEmailAndPassword,
  signOut,
  TotpMultiFactorGenerator,
} from 'firebase/auth';
import type { Auth, MultiFactorError, MultiFactorResolver, TotpSecret, User } from 'firebase/auth';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import type { App } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import type { Auth as AdminAuth } from 'firebase-admin/auth';
import { codeOfStep, decodeBase32, stepAt } from '../../../local/auth/totp.ts';
import { openTarget } from '../target.ts';
import type { Target } from '../target.ts';
import { codeOf, newEmail, openAuth } from './client.ts';

const PASSWORD = 'correct horse';
const isOfficial = process.env['FIREBASE_AUTH_EMULATOR_HOST'] !== undefined;

// The official emulator has SMS factors only.
describe.skipIf(isOfficial)('time-based one-time passwords', () => {
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

  function codeAt(secret: TotpSecret, offsetSteps = 0): string {
    return codeOfStep(decodeBase32(secret.secretKey) ?? new Uint8Array(), stepAt(Date.now()) + offsetSteps);
  }

  async function verifiedUser(): Promise<{ user: User; email: string }> {
    const email = newEmail();
    const { user } = await createUserWithEmailAndPassword(auth, email, PASSWORD);
    await admin.updateUser(user.uid, { emailVerified: true });
    await user.reload();
    return { user, email };
  }

  async function secretFor(user: User): Promise<TotpSecret> {
    return TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession());
  }

  const enrol = (user: User, secret: TotpSecret, code = codeAt(secret)): Promise<void> =>
    multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'Phone app');

  async function enrolled(): Promise<{ user: User; email: string; secret: TotpSecret }> {
    const person = await verifiedUser();
    const secret = await secretFor(person.user);
    await enrol(person.user, secret);
    return { ...person, secret };
  }

  async function firstFactor(email: string, password = PASSWORD): Promise<MultiFactorResolver> {
    await signOut(auth);
    try {
      await signInWithEmailAndPassword(auth, email, password);
    } catch (error) {
      return getMultiFactorResolver(auth, error as MultiFactorError);
    }
    throw new Error('No second factor was asked for');
  }

  const answer = (resolver: MultiFactorResolver, code: string) =>
    resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0]!.uid, code));

  const cases: [fact: string, check: () => Promise<void>][] = [
    [
      'the secret is 160 bits of base 32, six digits, 30 seconds, SHA1',
      async () => {
        const secret = await secretFor((await verifiedUser()).user);
        expect(secret.secretKey).toMatch(/^[A-Z2-7]{32}$/);
        expect([secret.codeLength, secret.codeIntervalSeconds, secret.hashingAlgorithm]).toEqual([6, 30, 'SHA1']);
      },
    ],
    [
      'the secret makes an otpauth address for authenticator apps',
      async () => {
        const secret = await secretFor((await verifiedUser()).user);
        expect(secret.generateQrCodeUrl('ada@example.com', 'Frontage')).toContain(
          `otpauth://totp/Frontage:ada@example.com?secret=${secret.secretKey}`,
        );
      },
    ],
    [
      'enrolment has a deadline',
      async () => {
        const { enrollmentCompletionDeadline } = await secretFor((await verifiedUser()).user);
        expect(Date.parse(enrollmentCompletionDeadline)).toBeGreaterThan(Date.now());
      },
    ],
    [
      'every secret is new',
      async () => {
        const { user } = await verifiedUser();
        expect((await secretFor(user)).secretKey).not.toBe((await secretFor(user)).secretKey);
      },
    ],
    [
      'an account without verified address cannot enrol',
      async () => {
        const { user } = await createUserWithEmailAndPassword(auth, newEmail(), PASSWORD);
        expect(await codeOf(secretFor(user))).toBe('auth/unverified-email');
      },
    ],
    [
      'an anonymous account cannot enrol',
      async () => {
        await signOut(auth);
        const { user } = await signInAnonymously(auth);
        expect(await codeOf(secretFor(user))).toBe('auth/unsupported-first-factor');
      },
    ],
    [
      'a right code enrols, with the given name',
      async () => {
        const { user } = await enrolled();
        const [factor] = multiFactor(user).enrolledFactors;
        expect([factor?.factorId, factor?.displayName]).toEqual(['totp', 'Phone app']);
      },
    ],
    [
      'the token says totp at once',
      async () => {
        const { user } = await enrolled();
        expect((await user.getIdTokenResult()).signInSecondFactor).toBe('totp');
      },
    ],
    [
      'a wrong code does not enrol',
      async () => {
        const { user } = await verifiedUser();
        const secret = await secretFor(user);
        const wrong = codeAt(secret) === '000000' ? '000001' : '000000';
        expect(await codeOf(enrol(user, secret, wrong))).toBe('auth/invalid-verification-code');
        expect(multiFactor(user).enrolledFactors).toEqual([]);
      },
    ],
    [
      'a text that is no code does not enrol',
      async () => {
        const { user } = await verifiedUser();
        expect(await codeOf(enrol(user, await secretFor(user), 'abcdef'))).toBe('auth/invalid-verification-code');
      },
    ],
    [
      'a secret enrols once',
      async () => {
        const { user, secret } = await enrolled();
        expect(await codeOf(enrol(user, secret))).toBe('auth/invalid-verification-id');
      },
    ],
    [
      'the secret of somebody else does not enrol',
      async () => {
        const secret = await secretFor((await verifiedUser()).user);
        const { user } = await verifiedUser();
        expect(await codeOf(enrol(user, secret))).toBe('auth/invalid-verification-id');
      },
    ],
    [
      'the password alone no longer signs in',
      async () => {
        const { email } = await enrolled();
        await signOut(auth);
        expect(await codeOf(signInWithEmailAndPassword(auth, email, PASSWORD))).toBe('auth/multi-factor-auth-required');
        expect(auth.currentUser).toBeNull();
      },
    ],
    [
      'a wrong password never asks for a factor',
      async () => {
        const { email } = await enrolled();
        await signOut(auth);
        expect(await codeOf(signInWithEmailAndPassword(auth, email, 'wrong password'))).toBe('auth/wrong-password');
      },
    ],
    [
      'the challenge names the factor',
      async () => {
        const { email } = await enrolled();
        const { hints } = await firstFactor(email);
        expect(hints.map(({ factorId, displayName }) => [factorId, displayName])).toEqual([['totp', 'Phone app']]);
      },
    ],
    [
      'a right code completes the sign-in',
      async () => {
        const { user, email, secret } = await enrolled();
        const done = await answer(await firstFactor(email), codeAt(secret));
        expect([done.user.uid, done.operationType]).toEqual([user.uid, 'signIn']);
      },
    ],
    [
      'the token names the second factor and its enrolment',
      async () => {
        const { email, secret } = await enrolled();
        const resolver = await firstFactor(email);
        const { user } = await answer(resolver, codeAt(secret));
        const { claims } = await user.getIdTokenResult();
        const firebase = claims['firebase'] as Record<string, unknown>;
        expect([firebase['sign_in_second_factor'], firebase['second_factor_identifier']]).toEqual([
          'totp',
          resolver.hints[0]!.uid,
        ]);
      },
    ],
    [
      'the token still says so after it was refreshed',
      async () => {
        const { email, secret } = await enrolled();
        const { user } = await answer(await firstFactor(email), codeAt(secret));
        expect((await user.getIdTokenResult(true)).signInSecondFactor).toBe('totp');
      },
    ],
    [
      'the server sees it in the verified token',
      async () => {
        const { email, secret } = await enrolled();
        const { user } = await answer(await firstFactor(email), codeAt(secret));
        const { firebase } = await admin.verifyIdToken(await user.getIdToken(), true);
        expect(firebase['sign_in_second_factor']).toBe('totp');
      },
    ],
    [
      'a wrong code does not sign in, and a right one may follow',
      async () => {
        const { email, secret } = await enrolled();
        const resolver = await firstFactor(email);
        const wrong = codeAt(secret) === '000000' ? '000001' : '000000';
        expect(await codeOf(answer(resolver, wrong))).toBe('auth/invalid-verification-code');
        expect(await codeOf(answer(resolver, codeAt(secret)))).toBe('resolved');
      },
    ],
    [
      'the code of the step before and after is taken',
      async () => {
        const { email, secret } = await enrolled();
        expect(await codeOf(answer(await firstFactor(email), codeAt(secret, -1)))).toBe('resolved');
        expect(await codeOf(answer(await firstFactor(email), codeAt(secret, 1)))).toBe('resolved');
      },
    ],
    [
      'a code signs in once',
      async () => {
        const { email, secret } = await enrolled();
        const code = codeAt(secret);
        expect(await codeOf(answer(await firstFactor(email), code))).toBe('resolved');
        expect(await codeOf(answer(await firstFactor(email), code))).toBe('auth/invalid-verification-code');
        expect(await codeOf(answer(await firstFactor(email), codeAt(secret, 1)))).toBe('resolved');
      },
    ],
    [
      'a challenge takes five codes',
      async () => {
        const { email, secret } = await enrolled();
        const resolver = await firstFactor(email);
        for (let time = 0; time < 5; time += 1) {
          expect(await codeOf(answer(resolver, codeAt(secret, 100 + time)))).toBe('auth/invalid-verification-code');
        }
        expect(await codeOf(answer(resolver, codeAt(secret)))).toBe('auth/too-many-requests');
        expect(await codeOf(answer(await firstFactor(email), codeAt(secret)))).toBe('resolved');
      },
    ],
    [
      'an account takes ten wrong codes in a quarter hour, in however many challenges',
      async () => {
        const { email, secret } = await enrolled();
        for (let time = 0; time < 10; time += 1) {
          expect(await codeOf(answer(await firstFactor(email), codeAt(secret, 100 + time)))).toBe(
            'auth/invalid-verification-code',
          );
        }
        expect(await codeOf(answer(await firstFactor(email), codeAt(secret)))).toBe('auth/too-many-requests');
      },
    ],
    [
      'a secret about to be enrolled takes five codes',
      async () => {
        const { user } = await verifiedUser();
        const secret = await secretFor(user);
        for (let time = 0; time < 5; time += 1) {
          expect(await codeOf(enrol(user, secret, codeAt(secret, 100 + time)))).toBe('auth/invalid-verification-code');
        }
        expect(await codeOf(enrol(user, secret))).toBe('auth/too-many-requests');
      },
    ],
    [
      'nobody makes a challenge of their own',
      async () => {
        const { user, secret } = await enrolled();
        const [factor] = multiFactor(user).enrolledFactors;
        const made = {
          _AuthEmulatorMfaPendingCredential: 'DO NOT MODIFY',
          localId: user.uid,
          signInProvider: 'password',
          projectId: target.project,
        };
        const response = await fetch(
          `http://${target.hosts.auth}/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize?key=x`,
          {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({
              mfaPendingCredential: Buffer.from(JSON.stringify(made)).toString('base64'),
              mfaEnrollmentId: factor?.uid,
              totpVerificationInfo: { verificationCode: codeAt(secret) },
            }),
          },
        );
        expect([response.status, await response.text()]).toEqual([
          400,
          expect.stringContaining('INVALID_MFA_PENDING_CREDENTIAL'),
        ]);
      },
    ],
    [
      'a code from three steps away is not',
      async () => {
        const { email, secret } = await enrolled();
        for (const offset of [-3, 3]) {
          expect(await codeOf(answer(await firstFactor(email), codeAt(secret, offset)))).toBe(
            'auth/invalid-verification-code',
          );
        }
      },
    ],
    [
      'an unknown enrolment is refused',
      async () => {
        const { email, secret } = await enrolled();
        const resolver = await firstFactor(email);
        const assertion = TotpMultiFactorGenerator.assertionForSignIn('unknown', codeAt(secret));
        expect(await codeOf(resolver.resolveSignIn(assertion))).toBe('auth/multi-factor-info-not-found');
      },
    ],
    [
      'a disabled account is refused at the second factor',
      async () => {
        const { user, email, secret } = await enrolled();
        const resolver = await firstFactor(email);
        await admin.updateUser(user.uid, { disabled: true });
        expect(await codeOf(answer(resolver, codeAt(secret)))).toBe('auth/user-disabled');
      },
    ],
    [
      'withdrawing brings the password back alone',
      async () => {
        const { email, user } = await enrolled();
        const [factor] = multiFactor(user).enrolledFactors;
        await multiFactor(user).unenroll(factor!);
        expect(multiFactor(user).enrolledFactors).toEqual([]);
        await signOut(auth);
        expect(await codeOf(signInWithEmailAndPassword(auth, email, PASSWORD))).toBe('resolved');
      },
    ],
    [
      'one of two factors can be withdrawn',
      async () => {
        const { user } = await enrolled();
        await enrol(user, await secretFor(user));
        const [first, second] = multiFactor(user).enrolledFactors;
        await multiFactor(user).unenroll(first!);
        expect(multiFactor(user).enrolledFactors.map(({ uid }) => uid)).toEqual([second?.uid]);
      },
    ],
    [
      'the server lists the factor',
      async () => {
        const { user } = await enrolled();
        const { multiFactor: factors } = await admin.getUser(user.uid);
        expect(factors?.enrolledFactors.map(({ factorId, displayName }) => [factorId, displayName])).toEqual([
          ['totp', 'Phone app'],
        ]);
      },
    ],
    [
      'the server removes all factors',
      async () => {
        const { user, email } = await enrolled();
        await admin.updateUser(user.uid, { multiFactor: { enrolledFactors: null } });
        await signOut(auth);
        expect(await codeOf(signInWithEmailAndPassword(auth, email, PASSWORD))).toBe('resolved');
      },
    ],
    [
      'neither account nor answer shows the secret',
      async () => {
        const { user, secret } = await enrolled();
        expect(JSON.stringify(await admin.getUser(user.uid))).not.toContain(secret.secretKey);
        expect(JSON.stringify(multiFactor(user).enrolledFactors)).not.toContain(secret.secretKey);
      },
    ],
  ];
  it.each(cases)('%s', async (_fact, check) => check());
});
