import { deleteApp, initializeApp } from 'firebase/app';
import { connectAuthEmulator, initializeAuth, inMemoryPersistence, signInWithEmailAndPassword } from 'firebase/auth';
import type { BrowserContext } from 'playwright-core';
import type { RunningStack } from '../stack.ts';

export type Session = Awaited<ReturnType<BrowserContext['storageState']>>;

const adminAppName = '[DEFAULT]';

/** Signs in and returns the browser storage of a signed-in admin user. */
export async function storedSession(
  { project, auth: host, admin }: Pick<RunningStack, 'project' | 'auth' | 'admin'>,
  { email, password }: { email: string; password: string },
): Promise<Session> {
  const options = { apiKey: 'local', projectId: project, authDomain: `${project}.firebaseapp.com` };
  const app = initializeApp(options, crypto.randomUUID());
  try {
    const auth = initializeAuth(app, { persistence: inMemoryPersistence });
    connectAuthEmulator(auth, `http://${host}`, { disableWarnings: true });
    const { user } = await signInWithEmailAndPassword(auth, email, password);
    // The Firebase app's name is part of the storage key.
    const value = JSON.stringify({ ...user.toJSON(), appName: adminAppName });
    const kept = { name: `firebase:authUser:local:${adminAppName}`, value };
    return { cookies: [], origins: [{ origin: admin, localStorage: [kept] }] };
  } finally {
    await deleteApp(app);
  }
}
