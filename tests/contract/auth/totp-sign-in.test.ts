import { describe, expect, it } from 'vitest';
import { multiFactor, signInWithEmailAndPassword, signOut, TotpMultiFactorGenerator } from 'firebase/auth';
import { codeOf } from './client.ts';
import { PASSWORD, type Case } from './use-auth.ts';
import { codeAt, hasNoTotp, useTotp } from './use-totp.ts';

describe.skipIf(hasNoTotp)('one-time passwords: signing in', () => {
  const { target, auth, admin, enrol, enrolled, secretFor, verifiedUser, firstFactor, answer } = useTotp();

  const cases: Case[] = [
    [
      'the password alone no longer signs in',
      async () => {
        const { email } = await enrolled();
        await signOut(auth());
        expect(await codeOf(signInWithEmailAndPassword(auth(), email, PASSWORD))).toBe(
          'auth/multi-factor-auth-required',
        );
        expect(auth().currentUser).toBeNull();
      },
    ],
    [
      'a wrong password is refused without a challenge',
      async () => {
        const { email } = await enrolled();
        await signOut(auth());
        expect(await codeOf(signInWithEmailAndPassword(auth(), email, 'wrong password'))).toBe('auth/wrong-password');
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
      'a valid code completes the sign-in',
      async () => {
        const { user, email, secret } = await enrolled();
        const done = await answer(await firstFactor(email), codeAt(secret));
        expect([done.user.uid, done.operationType]).toEqual([user.uid, 'signIn']);
      },
    ],
    [
      'the token contains the second factor and its enrollment id',
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
      'a refreshed token contains the second factor',
      async () => {
        const { email, secret } = await enrolled();
        const { user } = await answer(await firstFactor(email), codeAt(secret));
        expect((await user.getIdTokenResult(true)).signInSecondFactor).toBe('totp');
      },
    ],
    [
      'the token that the server verified contains the second factor',
      async () => {
        const { email, secret } = await enrolled();
        const { user } = await answer(await firstFactor(email), codeAt(secret));
        const { firebase } = await admin().verifyIdToken(await user.getIdToken(), true);
        expect(firebase['sign_in_second_factor']).toBe('totp');
      },
    ],
    [
      'a wrong code does not sign in, and a valid one still does afterwards',
      async () => {
        const { email, secret } = await enrolled();
        const resolver = await firstFactor(email);
        const wrong = codeAt(secret) === '000000' ? '000001' : '000000';
        expect(await codeOf(answer(resolver, wrong))).toBe('auth/invalid-verification-code');
        expect(await codeOf(answer(resolver, codeAt(secret)))).toBe('resolved');
      },
    ],
    [
      'codes of the previous and next step are accepted',
      async () => {
        const { user, email } = await verifiedUser();
        const secret = await secretFor(user);
        await enrol(user, secret);
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
      'the code used for enrollment does not sign in',
      async () => {
        const { user, email } = await verifiedUser();
        const secret = await secretFor(user);
        const code = codeAt(secret);
        await enrol(user, secret, code);
        expect(await codeOf(answer(await firstFactor(email), code))).toBe('auth/invalid-verification-code');
        expect(await codeOf(answer(await firstFactor(email), codeAt(secret, 1)))).toBe('resolved');
      },
    ],
    [
      'a challenge allows five wrong codes',
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
      'an account allows ten wrong codes in 15 minutes across all challenges',
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
      'a forged challenge is refused',
      async () => {
        const { user, secret } = await enrolled();
        const [factor] = multiFactor(user).enrolledFactors;
        const made = {
          _AuthEmulatorMfaPendingCredential: 'DO NOT MODIFY',
          localId: user.uid,
          signInProvider: 'password',
          projectId: target().project,
        };
        const response = await fetch(
          `http://${target().hosts.auth}/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize?key=x`,
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
      'codes that are three steps away are refused',
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
      'an unknown enrollment id is refused',
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
        await admin().updateUser(user.uid, { disabled: true });
        expect(await codeOf(answer(resolver, codeAt(secret)))).toBe('auth/user-disabled');
      },
    ],
  ];

  it.each(cases)('%s', async (_fact, check) => check());
});
