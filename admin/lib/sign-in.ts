import type { MultiFactorError } from 'firebase/auth';
import { FirebaseError } from 'firebase/app';
import { getMultiFactorResolver, signInWithEmailAndPassword, TotpMultiFactorGenerator, type Auth } from 'firebase/auth';
import { call } from './callables.ts';
import type { Firebase } from './firebase.tsx';

/** Where a sign-in stands: complete, or waiting for the code of an authenticator app. */
export type SignInStep = { state: 'done' } | { state: 'second-factor'; verify: (code: string) => Promise<void> };

interface Credentials {
  email: string;
  password: string;
}

/** Signs in with e-mail and password. Rejects with Firebase's error when they, or later the code, are wrong. */
export const signIn = (auth: Auth, { email, password }: Credentials): Promise<SignInStep> =>
  stepOf(auth, signInWithEmailAndPassword(auth, email, password));

/**
 * Signs in with a recovery code in place of the authenticator's: the second factor is off from then on
 * (docs/decisions/030). Rejects with the server's words when the code is wrong.
 */
export async function signInWithRecoveryCode(
  firebase: Firebase,
  credentials: Credentials,
  code: string,
): Promise<void> {
  await call(firebase, 'useRecoveryCode', { email: credentials.email, code });
  const step = await signIn(firebase.auth, credentials);
  if (step.state !== 'done') throw new Error('Your account asks for one more factor. Ask an administrator.');
}

/** What a sign-in that was begun with Firebase has come to. */
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
