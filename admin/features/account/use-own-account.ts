import {
  multiFactor,
  sendEmailVerification,
  TotpMultiFactorGenerator,
  type TotpSecret,
  verifyBeforeUpdateEmail,
  type User,
} from 'firebase/auth';
import { useCallback, useState } from 'react';
import { call } from '../../lib/callables.ts';
import { failureCode, refusalOf } from '../../lib/failures.ts';
import { useFirebase } from '../../lib/firebase.tsx';
import { useSessionActions } from '../../lib/session.tsx';

export interface EnrolledFactor {
  uid: string;
  enrolledAt: string;
}

const totpFactors = (user: User | null): EnrolledFactor[] =>
  user
    ? multiFactor(user)
        .enrolledFactors.filter(({ factorId }) => factorId === TotpMultiFactorGenerator.FACTOR_ID)
        .map(({ uid, enrollmentTime }) => ({ uid, enrolledAt: enrollmentTime }))
    : [];

/** E-mail address and authenticator apps of the signed-in person, and what may be done with them. Every action may reject. */
export function useOwnAccount() {
  const firebase = useFirebase();
  const { auth } = firebase;
  const { reauthenticate } = useSessionActions();
  const read = useCallback(
    () => ({ factors: totpFactors(auth.currentUser), isEmailVerified: auth.currentUser?.emailVerified ?? false }),
    [auth],
  );
  const [state, setState] = useState(read);

  /** Changes of a second factor need a fresh sign-in; where this one is too old, it is asked for. */
  const asUser = async <Result>(action: (user: User) => Promise<Result>): Promise<Result> => {
    const run = () => {
      if (!auth.currentUser) throw new Error('Nobody is signed in');
      return action(auth.currentUser);
    };
    try {
      return await run();
    } catch (error) {
      if (failureCode(error) !== 'auth/requires-recent-login' || !(await reauthenticate())) throw error;
      return await run();
    } finally {
      setState(read());
    }
  };

  /** New recovery codes, in place of the earlier ones. Asks for a fresh sign-in where this one is older. */
  const makeRecoveryCodes = async (): Promise<string[]> => {
    const make = async () => (await call(firebase, 'makeRecoveryCodes', {})).codes;
    try {
      return await make();
    } catch (error) {
      if (refusalOf(error) !== 'staleSignIn' || !(await reauthenticate())) throw error;
      return make();
    }
  };

  return {
    ...state,
    makeRecoveryCodes,
    /** Sends a link to the new address; it is the account's once that is followed. */
    changeEmail: (email: string) => asUser((user) => verifyBeforeUpdateEmail(user, email)),
    sendVerification: () => asUser((user) => sendEmailVerification(user, { url: location.origin + location.pathname })),
    /** Reads again whether the e-mail is confirmed. */
    checkVerification: () =>
      asUser(async (user) => {
        await user.reload();
        await user.getIdToken(true);
        return user.emailVerified;
      }),
    startEnrolment: (): Promise<TotpSecret> =>
      asUser(async (user) => TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())),
    finishEnrolment: (secret: TotpSecret, code: string): Promise<void> =>
      asUser((user) =>
        multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'Authenticator app'),
      ),
    remove: (factor: EnrolledFactor): Promise<void> => asUser((user) => multiFactor(user).unenroll(factor.uid)),
  };
}

export type OwnAccount = ReturnType<typeof useOwnAccount>;
