import type { MultiFactorError } from 'firebase/auth';
import { FirebaseError } from 'firebase/app';
import { getMultiFactorResolver, signInWithEmailAndPassword, TotpMultiFactorGenerator, type Auth } from 'firebase/auth';
import { call, type Firebase } from './firebase.tsx';

/** The state of a sign-in: complete, or waiting for an authenticator code. */
export type SignInStep = { state: 'done' } | { state: 'second-factor'; verify: (code: string) => Promise<void> };

interface Credentials {
  email: string;
  password: string;
}

/** Signs in with email and password. Rejects with Firebase's error for wrong credentials or a wrong code. */
export const signIn = (auth: Auth, { email, password }: Credentials): Promise<SignInStep> =>
  stepOf(auth, signInWithEmailAndPassword(auth, email, password));

/**
 * Signs in with a recovery code instead of the authenticator's, which turns the second factor off. Rejects with the
 * server's message for a wrong code.
 */
export async function signInWithRecoveryCode(
  firebase: Firebase,
  credentials: Credentials,
  code: string,
): Promise<void> {
  await call(firebase, 'useRecoveryCode', { email: credentials.email, code });
  const step = await signIn(firebase.auth, credentials);
  if (step.state !== 'done')
    throw new Error('Your account needs a second factor that is not supported here. Ask an administrator.');
}

/** The next step of a Firebase sign-in. */
export async function stepOf(auth: Auth, attempt: Promise<unknown>): Promise<SignInStep> {
  try {
    await attempt;
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
