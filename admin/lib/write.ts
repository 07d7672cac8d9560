import { useCallback } from 'react';
import { isDenied, isUnauthenticated } from './errors.ts';
import { useSessionActions } from './session.tsx';

/**
 * After a write that failed because the session ended, asks the user to sign in again over the open screen. Returns
 * whether to retry.
 */
export function useSignInAgain(): (error: unknown) => Promise<boolean> {
  const { checkSignIn, reauthenticate } = useSessionActions();
  return useCallback(
    async (error) => {
      // Sessions ended elsewhere are denied by the rules while the token still looks valid.
      const isOver = isUnauthenticated(error) || (isDenied(error) && !(await checkSignIn()));
      return isOver && reauthenticate();
    },
    [checkSignIn, reauthenticate],
  );
}

/**
 * Runs a write. After an expired sign-in it asks for a new one and runs the write again, so that no input is lost. The
 * operation must be safe to repeat.
 */
export function useWrite(): <Result>(operation: () => Promise<Result>) => Promise<Result> {
  const signInAgain = useSignInAgain();
  return useCallback(
    async (operation) =>
      operation().catch(async (error: unknown) => {
        if (!(await signInAgain(error))) throw error;
        return operation();
      }),
    [signInAgain],
  );
}
