import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isDenied, isUnauthenticated, isUnreachable } from './failures.ts';

interface SignInDoubts {
  /** The sign-in no longer holds. */
  onLost(): void;
  /** A read was denied: perhaps because the sign-in was ended elsewhere. */
  onDoubt(): void;
}

/** Reads are kept for half a minute, tried again when the server could not be reached, and when the network is back. */
export function createQueryClient({ onLost, onDoubt }: SignInDoubts): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isUnauthenticated(error)) onLost();
        else if (isDenied(error)) onDoubt();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (attempt, error) => isUnreachable(error) && attempt < 2,
        networkMode: 'always',
        // With that mode nothing is read again on reconnecting unless one says so.
        refetchOnReconnect: true,
      },
      // A save that cannot be sent must say so at once instead of waiting unseen.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
