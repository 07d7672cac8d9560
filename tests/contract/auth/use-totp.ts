import {
  getMultiFactorResolver,
  multiFactor,
  signInWithEmailAndPassword,
  signOut,
  TotpMultiFactorGenerator,
} from 'firebase/auth';
import type { MultiFactorError, MultiFactorResolver, TotpSecret, User } from 'firebase/auth';
import { codeOfStep, decodeBase32, stepAt } from '../../../local/auth/totp.ts';
import { PASSWORD, useAuth } from './use-auth.ts';

/** Whether the target is the official emulator, which has only SMS factors. */
export const hasNoTotp = process.env['FIREBASE_AUTH_EMULATOR_HOST'] !== undefined;

export function codeAt(secret: TotpSecret, offsetSteps = 0): string {
  return codeOfStep(decodeBase32(secret.secretKey) ?? new Uint8Array(), stepAt(Date.now()) + offsetSteps);
}

/** `useAuth` with functions of an authenticator app. Registers hooks. */
export function useTotp() {
  const service = useAuth();
  async function verifiedUser(): Promise<{ user: User; email: string }> {
    const { user, email } = await service.signUp();
    await service.admin().updateUser(user.uid, { emailVerified: true });
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
    // Uses the code of the previous step, so that the current one remains unused.
    await enrol(person.user, secret, codeAt(secret, -1));
    return { ...person, secret };
  }

  async function firstFactor(email: string, password = PASSWORD): Promise<MultiFactorResolver> {
    await signOut(service.auth());
    try {
      await signInWithEmailAndPassword(service.auth(), email, password);
    } catch (error) {
      return getMultiFactorResolver(service.auth(), error as MultiFactorError);
    }
    throw new Error('No second factor was required');
  }

  const answer = (resolver: MultiFactorResolver, code: string) =>
    resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(resolver.hints[0]!.uid, code));

  return { ...service, verifiedUser, secretFor, enrol, enrolled, firstFactor, answer };
}
