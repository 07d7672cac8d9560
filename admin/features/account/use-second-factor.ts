import {
  multiFactor,
  sendEmailVerification,
  TotpMultiFactorGenerator,
  type TotpSecret,
  type User,
} from 'firebase/auth';
import { useCallback, useState } from 'react';
import { failureCode } from '../../lib/failures.ts';
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

/** The authenticator apps of the signed-in person, and what may be done with them. Every action may reject. */
export function useSecondFactor() {
  const { auth } = useFirebase();
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

  return {
    ...state,
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
