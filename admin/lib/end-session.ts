import type { Firebase } from './firebase.tsx';

// Signing out must also work offline.
const patience = 2_000;

/** Revokes this sign-in on the server, so that copied tokens are rejected. Never rejects; waits at most two seconds. */
export async function endSession(firebase: Firebase): Promise<void> {
  const told = import('./callables.ts').then(({ call }) => call(firebase, 'endSession', {}));
  const enough = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.race([told.catch(() => undefined), enough]);
}
