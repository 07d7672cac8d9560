import { useCallback } from 'react';
import { isDenied, isUnauthenticated } from './failures.ts';
import { useSessionActions } from './session.tsx';

/**
 * Runs a write; when the sign-in has ended it asks for a new one over the open screen and runs the write once more, so
 * that nothing typed is lost. The operation must therefore be safe to repeat.
 */
export function useWrite(): <Result>(operation: () => Promise<Result>) => Promise<Result> {
  const { checkSignIn, reauthenticate } = useSessionActions();
  return useCallback(
    async (operation) => {
      try {
        return await operation();
      } catch (error) {
        // Sessions ended elsewhere are denied by the rules while the token itself still looks good.
        const isOver = isUnauthenticated(error) || (isDenied(error) && !(await checkSignIn()));
        if (!isOver || !(await reauthenticate())) throw error;
        return operation();
      }
    },
    [checkSignIn, reauthenticate],
  );
}
