import { afterAll, beforeAll } from 'vitest';
import { createUserWithEmailAndPassword } from 'firebase/auth';
import type { Auth, User } from 'firebase/auth';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import type { App } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import type { Auth as AdminAuth } from 'firebase-admin/auth';
import { openTarget } from '../target.ts';
import type { Target } from '../target.ts';
import { newEmail, openAuth } from './client.ts';

export type Case = [fact: string, check: () => Promise<void>];

export const PASSWORD = 'correct horse';

interface Started {
  target: Target;
  client: ReturnType<typeof openAuth>;
  app: App;
}

/** Registers hooks that start an Auth service, and returns a browser SDK client and firebase-admin for it. */
export function useAuth() {
  let running: Started | undefined;
  beforeAll(async () => {
    const target = await openTarget({ only: ['auth'] });
    running = { target, client: openAuth(target), app: initializeApp({ projectId: target.project }) };
  });
  afterAll(async () => {
    await running?.client.close();
    if (running !== undefined) await deleteApp(running.app);
    await running?.target.stop();
  });
  const started = (): Started => {
    if (running === undefined) throw new Error('Not started.');
    return running;
  };
  const auth = (): Auth => started().client.auth;
  return {
    target: () => started().target,
    auth,
    admin: (): AdminAuth => getAuth(started().app),
    async signUp(email = newEmail()): Promise<{ user: User; email: string }> {
      const { user } = await createUserWithEmailAndPassword(auth(), email, PASSWORD);
      return { user, email };
    },
  };
}
