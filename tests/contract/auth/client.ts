import { deleteApp, initializeApp } from 'firebase/app';
import type { FirebaseApp } from 'firebase/app';
import { connectAuthEmulator, initializeAuth, inMemoryPersistence } from 'firebase/auth';
import type { Auth } from 'firebase/auth';
import type { Target } from '../target.ts';

let count = 0;

/** A separate Auth client, like one browser tab. */
export function openAuth({ project, hosts }: Target): { auth: Auth; app: FirebaseApp; close(): Promise<void> } {
  count += 1;
  const app = initializeApp(
    { projectId: project, apiKey: 'any', authDomain: `${project}.firebaseapp.com` },
    `client-${count}`,
  );
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, `http://${hosts.auth}`, { disableWarnings: true });
  return { auth, app, close: () => deleteApp(app) };
}

/** An unused email address. */
export function newEmail(name = 'person'): string {
  count += 1;
  return `${name}-${Date.now()}-${count}@example.com`;
}

/** The code of the error with which a promise rejects, or `resolved`. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'resolved';
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

interface OobCode {
  email: string;
  requestType: string;
  oobCode: string;
  oobLink: string;
}

/** The codes of emails the emulator would have sent, newest first. */
export async function sentCodes({ project, hosts }: Target, email: string): Promise<OobCode[]> {
  const answer = await fetch(`http://${hosts.auth}/emulator/v1/projects/${project}/oobCodes`);
  const { oobCodes } = (await answer.json()) as { oobCodes: OobCode[] };
  return oobCodes.filter((code) => code.email === email).reverse();
}
