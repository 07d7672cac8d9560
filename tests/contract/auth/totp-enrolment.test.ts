import { describe, expect, it } from 'vitest';
import {
  createUserWithEmailAndPassword,
  multiFactor,
  signInAnonymously,
  signInWithEmailAndPassword,
  signOut,
} from 'firebase/auth';
import { codeOf, newEmail } from './client.ts';
import { PASSWORD, type Case } from './use-auth.ts';
import { codeAt, hasNoTotp, useTotp } from './use-totp.ts';

describe.skipIf(hasNoTotp)('one-time passwords: enrollment', () => {
  const { auth, admin, verifiedUser, secretFor, enrol, enrolled } = useTotp();

  const cases: Case[] = [
    [
      'the secret is 160 bits of base 32, six digits, 30 seconds, SHA1',
      async () => {
        const secret = await secretFor((await verifiedUser()).user);
        expect(secret.secretKey).toMatch(/^[A-Z2-7]{32}$/);
        expect([secret.codeLength, secret.codeIntervalSeconds, secret.hashingAlgorithm]).toEqual([6, 30, 'SHA1']);
      },
    ],
    [
      'the secret generates an otpauth URL for authenticator apps',
      async () => {
        const secret = await secretFor((await verifiedUser()).user);
        expect(secret.generateQrCodeUrl('ada@example.com', 'Frontage')).toContain(
          `otpauth://totp/Frontage:ada@example.com?secret=${secret.secretKey}`,
        );
      },
    ],
    [
      'enrollment has a deadline',
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
      'an account without a verified address cannot enroll',
      async () => {
        const { user } = await createUserWithEmailAndPassword(auth(), newEmail(), PASSWORD);
        expect(await codeOf(secretFor(user))).toBe('auth/unverified-email');
      },
    ],
    [
      'an anonymous account cannot enroll',
      async () => {
        await signOut(auth());
        const { user } = await signInAnonymously(auth());
        expect(await codeOf(secretFor(user))).toBe('auth/unsupported-first-factor');
      },
    ],
    [
      'a valid code enrolls a factor with the given name',
      async () => {
        const { user } = await enrolled();
        const [factor] = multiFactor(user).enrolledFactors;
        expect([factor?.factorId, factor?.displayName]).toEqual(['totp', 'Phone app']);
      },
    ],
    [
      'the token has the second factor totp immediately after enrollment',
      async () => {
        const { user } = await enrolled();
        expect((await user.getIdTokenResult()).signInSecondFactor).toBe('totp');
      },
    ],
    [
      'a wrong code does not enroll',
      async () => {
        const { user } = await verifiedUser();
        const secret = await secretFor(user);
        const wrong = codeAt(secret) === '000000' ? '000001' : '000000';
        expect(await codeOf(enrol(user, secret, wrong))).toBe('auth/invalid-verification-code');
        expect(multiFactor(user).enrolledFactors).toEqual([]);
      },
    ],
    [
      'a malformed code does not enroll',
      async () => {
        const { user } = await verifiedUser();
        expect(await codeOf(enrol(user, await secretFor(user), 'abcdef'))).toBe('auth/invalid-verification-code');
      },
    ],
    [
      'a secret enrolls once',
      async () => {
        const { user, secret } = await enrolled();
        expect(await codeOf(enrol(user, secret))).toBe('auth/invalid-verification-id');
      },
    ],
    [
      'the secret of another user does not enroll',
      async () => {
        const secret = await secretFor((await verifiedUser()).user);
        const { user } = await verifiedUser();
        expect(await codeOf(enrol(user, secret))).toBe('auth/invalid-verification-id');
      },
    ],
    [
      'an enrollment allows five wrong codes',
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
      'after withdrawal of the factor the password alone signs in',
      async () => {
        const { email, user } = await enrolled();
        const [factor] = multiFactor(user).enrolledFactors;
        await multiFactor(user).unenroll(factor!);
        expect(multiFactor(user).enrolledFactors).toEqual([]);
        await signOut(auth());
        expect(await codeOf(signInWithEmailAndPassword(auth(), email, PASSWORD))).toBe('resolved');
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
        const { multiFactor: factors } = await admin().getUser(user.uid);
        expect(factors?.enrolledFactors.map(({ factorId, displayName }) => [factorId, displayName])).toEqual([
          ['totp', 'Phone app'],
        ]);
      },
    ],
    [
      'the server removes all factors',
      async () => {
        const { user, email } = await enrolled();
        await admin().updateUser(user.uid, { multiFactor: { enrolledFactors: null } });
        await signOut(auth());
        expect(await codeOf(signInWithEmailAndPassword(auth(), email, PASSWORD))).toBe('resolved');
      },
    ],
    [
      'neither account nor enrolled factors contain the secret',
      async () => {
        const { user, secret } = await enrolled();
        expect(JSON.stringify(await admin().getUser(user.uid))).not.toContain(secret.secretKey);
        expect(JSON.stringify(multiFactor(user).enrolledFactors)).not.toContain(secret.secretKey);
      },
    ],
  ];

  it.each(cases)('%s', async (_fact, check) => check());
});
