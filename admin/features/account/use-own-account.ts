import {
  multiFactor,
  sendEmailVerification,
  TotpMultiFactorGenerator,
  type TotpSecret,
  verifyBeforeUpdateEmail,
  type User,
} from 'firebase/auth';
import { useCallback, useState } from 'react';
import { call, useFirebase } from '../../lib/firebase.tsx';
import { failureCode, refusalOf } from '../../lib/errors.ts';
import { useSessionActions } from '../../lib/session.tsx';
import { useSignInAgain } from '../../lib/write.ts';

interface EnrolledFactor {
  uid: string;
  enrolledAt: string;
}

const totpFactors = (user: User | null): EnrolledFactor[] =>
  user
    ? multiFactor(user)
        .enrolledFactors.filter(({ factorId }) => factorId === TotpMultiFactorGenerator.FACTOR_ID)
        .map(({ uid, enrollmentTime }) => ({ uid, enrolledAt: enrollmentTime }))
    : [];

/** Email address and authenticator apps of the signed-in user, with their actions. Every action may reject. */
export function useOwnAccount() {
  const firebase = useFirebase();
  const { auth } = firebase;
  const { reauthenticate } = useSessionActions();
  const signInAgain = useSignInAgain();
  const read = useCallback(
    () => ({ factors: totpFactors(auth.currentUser), isEmailVerified: auth.currentUser?.emailVerified ?? false }),
    [auth],
  );
  const [state, setState] = useState(read);

  /** Changing a second factor requires a recent sign-in; asks for one if necessary. */
  const asUser = async <Result>(action: (user: User) => Promise<Result>): Promise<Result> => {
    const run = () => {
      if (!auth.currentUser) throw new Error('Not signed in');
      return action(auth.currentUser);
    };
    try {
      return await run();
    } catch (error) {
      const isTooOld = failureCode(error) === 'auth/requires-recent-login';
      if (!(await (isTooOld ? reauthenticate() : signInAgain(error)))) throw error;
      return await run();
    } finally {
      setState(read());
    }
  };

  /** Calls a function that requires a recent sign-in with the second factor; asks for one if necessary. */
  const withFreshSignIn = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    try {
      return await run();
    } catch (error) {
      const isTooOld = ['staleSignIn', 'secondFactor'].includes(refusalOf(error) ?? '');
      if (!(await (isTooOld ? reauthenticate() : signInAgain(error)))) throw error;
      return run();
    }
  };

  return {
    ...state,
    /** Creates new recovery codes, which replace the earlier ones. */
    makeRecoveryCodes: () => withFreshSignIn(async () => (await call(firebase, 'makeRecoveryCodes', {})).codes),
    /** Sends a link to the new address; the change takes effect when the link is opened. */
    changeEmail: (email: string) => asUser((user) => verifyBeforeUpdateEmail(user, email)),
    sendVerification: () => asUser((user) => sendEmailVerification(user, { url: location.origin + location.pathname })),
    /** Reads the verification state of the email again. */
    checkVerification: () =>
      asUser(async (user) => {
        await user.reload();
        await user.getIdToken(true);
        return user.emailVerified;
      }),
    startEnrollment: (): Promise<TotpSecret> =>
      asUser(async (user) => TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())),
    finishEnrollment: (secret: TotpSecret, code: string): Promise<void> =>
      asUser((user) =>
        multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code), 'Authenticator app'),
      ),
    /** Removes the second factor and its recovery codes. */
    remove: async (): Promise<void> => {
      await withFreshSignIn(() => call(firebase, 'removeSecondFactor', {}));
      await asUser((user) => user.reload());
    },
  };
}

export type OwnAccount = ReturnType<typeof useOwnAccount>;
