import { QueryCache, QueryClient } from '@tanstack/react-query';
import { isDenied, isUnauthenticated, isUnreachable } from './failures.ts';

interface SessionEvents {
  /** Called when the sign-in has expired. */
  onExpired(): void;
  /** Called when a read was denied, possibly because the sign-in was revoked elsewhere. */
  onDenied(): void;
}

/** Caches reads for half a minute, retries when the server is unreachable, and reads again on reconnecting. */
export function createQueryClient({ onExpired, onDenied }: SessionEvents): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (isUnauthenticated(error)) onExpired();
        else if (isDenied(error)) onDenied();
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (attempt, error) => isUnreachable(error) && attempt < 2,
        networkMode: 'always',
        // Network mode `always` disables this unless it is set.
        refetchOnReconnect: true,
      },
      // An offline save must fail at once instead of waiting silently.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}
