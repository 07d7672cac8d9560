import { deleteApp as deleteClient, initializeApp as initializeClient } from 'firebase/app';
import type { FirebaseApp } from 'firebase/app';
import { connectAuthEmulator, initializeAuth, inMemoryPersistence, signOut } from 'firebase/auth';
import type { Auth } from 'firebase/auth';
import { connectFunctionsEmulator, getFunctions, httpsCallable } from 'firebase/functions';
import type { Functions } from 'firebase/functions';
import { deleteApp, getApp } from 'firebase-admin/app';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openTarget, REGION } from '../target.ts';
import type { Target } from '../target.ts';

/** Registers hooks that serve the fixture's functions, and returns a client, which is signed out before each test. */
export function useFunctions() {
  let target: Target;
  let client: FirebaseApp;
  let auth: Auth;
  let functions: Functions;

  beforeAll(async () => {
    process.env['CONTRACT_SECRET'] = 'a secret';
    target = await openTarget({
      only: ['auth', 'functions'],
      functions: () => import('./fixture/index.ts'),
    });
    client = initializeClient({ projectId: target.project, apiKey: 'any' }, 'functions');
    auth = initializeAuth(client, { persistence: inMemoryPersistence });
    connectAuthEmulator(auth, `http://${target.hosts.auth}`, { disableWarnings: true });
    functions = functionsIn();
  });
  afterAll(async () => {
    await deleteClient(client);
    if (!target.isOfficial) await deleteApp(getApp());
    await target.stop();
  });
  beforeEach(() => signOut(auth));

  function functionsIn(region?: string): Functions {
    const connected = getFunctions(client, region);
    const [host = '', port = ''] = target.hosts.functions.split(':');
    connectFunctionsEmulator(connected, host, Number(port));
    return connected;
  }

  const url = (path: string): string => `http://${target.hosts.functions}/${target.project}/${REGION}/${path}`;
  return {
    target: () => target,
    auth: () => auth,
    functions: () => functions,
    functionsIn,
    url,
    call: async (name: string, data?: unknown): Promise<unknown> => (await httpsCallable(functions, name)(data)).data,
    post: (
      path: string,
      body: BodyInit,
      { type = 'application/json', ...headers }: Record<string, string> = {},
    ): Promise<Response> => fetch(url(path), { method: 'POST', body, headers: { 'content-type': type, ...headers } }),
  };
}

export interface Refused {
  code?: string;
  message?: string;
  details?: unknown;
}

export async function refusalOf(promise: Promise<unknown>): Promise<Refused> {
  try {
    await promise;
    return {};
  } catch (error) {
    const { code, message, details } = error as Refused;
    return { ...(code !== undefined && { code }), ...(message !== undefined && { message }), details };
  }
}

export const jsonOf = async (answer: Response): Promise<Record<string, unknown>> =>
  (await answer.json()) as Record<string, unknown>;
