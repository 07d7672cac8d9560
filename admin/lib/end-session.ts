import type { Firebase } from './firebase.tsx';

// Signing out must also work offline.
const timeoutMs = 2_000;

/** Revokes this sign-in on the server, so that copied tokens are rejected. Never rejects; waits at most two seconds. */
export async function endSession(firebase: Firebase): Promise<void> {
  const ended = import('./callables.ts').then(({ call }) => call(firebase, 'endSession', {}));
  const timeout = new Promise((resolve) => setTimeout(resolve, timeoutMs));
  await Promise.race([ended.catch(() => undefined), timeout]);
}
