import { useCallback } from 'react';
import { isDenied, isUnauthenticated } from './failures.ts';
import { useSessionActions } from './session.tsx';

/**
 * Where what failed did so because the sign-in has ended, asks for a new one over the open screen; whether it may be tried
 * again.
 */
export function useSignInAgain(): (error: unknown) => Promise<boolean> {
  const { checkSignIn, reauthenticate } = useSessionActions();
  return useCallback(
    async (error) => {
      // Sessions ended elsewhere are denied by the rules while the token itself still looks good.
      const isOver = isUnauthenticated(error) || (isDenied(error) && !(await checkSignIn()));
      return isOver && reauthenticate();
    },
    [checkSignIn, reauthenticate],
  );
}

/**
 * Runs a write; when the sign-in has ended it asks for a new one and runs the write once more, so that nothing typed is
 * lost. The operation must therefore be safe to repeat.
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
