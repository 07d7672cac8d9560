import type { MultiFactorError } from 'firebase/auth';
import { FirebaseError } from 'firebase/app';
import { getMultiFactorResolver, signInWithEmailAndPassword, TotpMultiFactorGenerator, type Auth } from 'firebase/auth';

/** Where a sign-in stands: complete, or waiting for the code of an authenticator app. */
export type SignInStep = { state: 'done' } | { state: 'second-factor'; verify: (code: string) => Promise<void> };

/** Signs in with e-mail and password. Rejects with Firebase's error when they, or later the code, are wrong. */
export async function signIn(
  auth: Auth,
  { email, password }: { email: string; password: string },
): Promise<SignInStep> {
  try {
    await signInWithEmailAndPassword(auth, email, password);
    return { state: 'done' };
  } catch (error) {
    if (!asksForSecondFactor(error)) throw error;
    const resolver = getMultiFactorResolver(auth, error);
    const factor = resolver.hints.find(({ factorId }) => factorId === TotpMultiFactorGenerator.FACTOR_ID);
    if (!factor) throw error;
    return {
      state: 'second-factor',
      async verify(code) {
        await resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(factor.uid, code));
      },
    };
  }
}

function asksForSecondFactor(error: unknown): error is MultiFactorError {
  return error instanceof FirebaseError && error.code === 'auth/multi-factor-auth-required';
}
