import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isUnauthenticated, isUnreachable } from './failures.ts';

/** Reads are kept for half a minute and tried again when the server could not be reached; a lost sign-in is told to `onSignInLost`. */
export function createQueryClient(onSignInLost: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isUnauthenticated(error)) onSignInLost();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (attempt, error) => isUnreachable(error) && attempt < 2,
        networkMode: 'always',
      },
      // A save that cannot be sent must say so at once instead of waiting unseen.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
