import { deleteApp, initializeApp } from 'firebase/app';
import { connectAuthEmulator, initializeAuth, inMemoryPersistence, signInWithEmailAndPassword } from 'firebase/auth';
import type { BrowserContext } from 'playwright-core';
import type { RunningStack } from '../stack.ts';

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

/** What the browser of somebody keeps who signed in at the back office and comes back. */
export async function storedSession(
  { project, auth: host, admin }: Pick<RunningStack, 'project' | 'auth' | 'admin'>,
  { email, password }: { email: string; password: string },
): Promise<Session> {
  // The name of an app is part of what is kept, and the back office has but one.
  const app = initializeApp({ apiKey: 'local', projectId: project, authDomain: `${project}.firebaseapp.com` });
  try {
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    connectAuthEmulator(auth, `http://${host}`, { disableWarnings: true });
    const { user } = await signInWithEmailAndPassword(auth, email, password);
    const kept = { name: `firebase:authUser:local:${app.name}`, value: JSON.stringify(user) };
    return { cookies: [], origins: [{ origin: admin, localStorage: [kept] }] };
  } finally {
    await deleteApp(app);
  }
}
