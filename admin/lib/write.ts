import { useCallback } from 'react';
import { isUnauthenticated } from './failures.ts';
import { useSessionActions } from './session.tsx';

/**
 * Runs a write; when the sign-in has ended it asks for a new one over the open screen and runs the write once more, so
 * that nothing typed is lost. The operation must therefore be safe to repeat.
 */
export function useWrite(): <Result>(operation: () => Promise<Result>) => Promise<Result> {
  const { reauthenticate } = useSessionActions();
  return useCallback(
    async (operation) => {
      try {
        return await operation();
      } catch (error) {
        if (!isUnauthenticated(error) || !(await reauthenticate())) throw error;
        return operation();
      }
    },
    [reauthenticate],
  );
}
