import type { Firebase } from './firebase.tsx';

// Signing out must also work without a network.
const patience = 2_000;

/** Tells the server that this sign-in is over, so that a copied token opens nothing. Never rejects, waits two seconds at most. */
export async function endSession(firebase: Firebase): Promise<void> {
  const told = import('./callables.ts').then(({ call }) => call(firebase, 'endSession', {}));
  const enough = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.race([told.catch(() => undefined), enough]);
}
