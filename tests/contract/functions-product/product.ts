import { functionLogs } from './captured-console.ts';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type * as Functions from '@frontage/functions/index';
import type { CallInput, CallName, CallOutput } from '@frontage/model/calls';
import type { Role } from '@frontage/model/user';
import { deleteApp, initializeApp, type FirebaseApp } from 'firebase/app';
import {
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  initializeAuth,
  inMemoryPersistence,
  signInWithEmailAndPassword,
  type Auth,
} from 'firebase/auth';
import { connectFirestoreEmulator, getFirestore, setLogLevel, type Firestore } from 'firebase/firestore/lite';
import { connectFunctionsEmulator, getFunctions, httpsCallable } from 'firebase/functions';
import { connectStorageEmulator, getStorage, type FirebaseStorage } from 'firebase/storage';
import { getApps, initializeApp as initializeAdmin } from 'firebase-admin/app';
import { getFirestore as getAdminFirestore, type Firestore as AdminFirestore } from 'firebase-admin/firestore';
import { describe } from 'vitest';
import type { Service } from '../../../local/start.ts';
import type { LocalOptions } from '../../../local/start.ts';
import { openTarget, REGION, type Target } from '../target.ts';

/**
 * `describe` for suites of the product's functions, which need the local Firebase: Google's emulators do not verify
 * callers' tokens, do not retry, and do not report when all events are delivered.
 */
export const describeFunctions = describe.skipIf(process.env['FIRESTORE_EMULATOR_HOST'] !== undefined);

const root = join(import.meta.dirname, '../../..');

/** The product's functions, rules and indexes on a local Firebase. */
export interface Product extends Target {
  /** Firestore with the server library, which bypasses the rules. */
  firestore: AdminFirestore;
  functions: typeof Functions;
  /** The functions' log so far. */
  functionLogs: readonly string[];
  /** Creates an account and signs in with a separate client. `roles` also writes roles and profile. */
  signUp(options?: { email?: string; roles?: Role[] }): Promise<Person>;
  /** Signs in to the account of `person` with another client, like a second browser. */
  signInElsewhere(person: Person): Promise<Person>;
  /** A visitor without an account. */
  visitor: Pick<Person, 'call' | 'bucket'>;
  /** Waits for all events, then deletes all documents. */
  clear(): Promise<void>;
}

export interface Person {
  uid: string;
  email: string;
  auth: Auth;
  firestore: Firestore;
  bucket(name: string): FirebaseStorage;
  call<Name extends CallName>(name: Name, data: CallInput<Name>): Promise<CallOutput<Name>>;
  close(): Promise<void>;
}

export const parameters = {
  PUBLISH_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64')}`,
  DEMO_TOKEN_SECRET: randomBytes(32).toString('base64'),
  ADMIN_ORIGIN: 'http://admin.test',
  // A port without a server. Suites of the webhook set another URL.
  PUBLISH_WEBHOOK_URL: 'http://127.0.0.1:9/hooks/publish',
};

export interface ProductOptions {
  only?: Service[];
  env?: Record<string, string>;
  local?: Partial<LocalOptions>;
}

export async function openProduct({ only, env, local }: ProductOptions = {}): Promise<Product> {
  const inherited = { ...process.env };
  Object.assign(process.env, parameters, env);
  let functions: Product['functions'] | undefined;
  const target = await openTarget({
    only: only ?? ['auth', 'firestore', 'functions', 'storage'],
    functions: async () => (functions = await import('@frontage/functions/index')),
    local: {
      firestoreRules: join(root, 'firestore.rules'),
      storageRules: join(root, 'storage.rules'),
      firestoreIndexes: join(root, 'firestore.indexes.json'),
      retry: { attempts: 3, firstMs: 20, longestMs: 100 },
      ...local,
    },
  });
  functions ??= await import('@frontage/functions/index');
  const admin = getApps().find(({ name }) => name === '[DEFAULT]') ?? initializeAdmin({ projectId: target.project });
  const firestore = getAdminFirestore(admin);
  const people: Person[] = [];
  const visitor = openCaller(target);
  return {
    ...target,
    firestore,
    functions,
    functionLogs,
    visitor,
    async signUp({ email = newEmail(), roles } = {}) {
      const person = await openPerson(target, email);
      people.push(person);
      if (roles) {
        await firestore.doc(`user_roles/${person.uid}`).set({ user_id: person.uid, roles, is_active: true });
        await firestore.doc(`profiles/${person.uid}`).set({
          email,
          first_name: null,
          last_name: null,
          created_at: new Date(),
          is_active: true,
        });
      }
      return person;
    },
    async signInElsewhere({ email }) {
      const person = await openPerson(target, email, signInWithEmailAndPassword);
      people.push(person);
      return person;
    },
    async clear() {
      await target.idle();
      // This request raises no events, so that deletions are not recorded later.
      const documents = `/emulator/v1/projects/${target.project}/databases/(default)/documents`;
      const { ok } = await fetch(`http://${target.hosts.firestore}${documents}`, { method: 'DELETE' });
      if (!ok) throw new Error('The documents could not be cleared');
    },
    async stop() {
      await target.idle();
      await Promise.all([visitor, ...people].map((person) => person.close()));
      await target.stop();
      for (const name of Object.keys(process.env)) if (!(name in inherited)) Reflect.deleteProperty(process.env, name);
      Object.assign(process.env, inherited);
    },
  };
}

let count = 0;
const newEmail = (): string => `person-${Date.now()}-${(count += 1)}@example.com`;

interface Caller extends Pick<Person, 'call' | 'bucket' | 'close'> {
  app: FirebaseApp;
}

/** A separate client, like one browser tab. */
export function openCaller({ project, hosts }: Pick<Target, 'project' | 'hosts'>): Caller {
  const app = initializeApp(
    { projectId: project, apiKey: 'any', authDomain: `${project}.firebaseapp.com` },
    `client-${(count += 1)}`,
  );
  const functions = getFunctions(app, REGION);
  connectFunctionsEmulator(functions, ...split(hosts.functions));
  return {
    app,
    async call(name, data) {
      const { data: answer } = await httpsCallable(functions, name)(data);
      return answer as CallOutput<typeof name>;
    },
    bucket(name) {
      const storage = getStorage(app, `gs://${name}`);
      connectStorageEmulator(storage, ...split(hosts.storage));
      return storage;
    },
    close: () => deleteApp(app),
  };
}

/** Creates an account, or signs in to an existing one (`enter`), with a separate client. */
export async function openPerson(
  target: Pick<Target, 'project' | 'hosts'>,
  email: string,
  enter = createUserWithEmailAndPassword,
): Promise<Person> {
  const { hosts } = target;
  const { app, ...caller } = openCaller(target);
  const auth = initializeAuth(app, { persistence: inMemoryPersistence });
  connectAuthEmulator(auth, `http://${hosts.auth}`, { disableWarnings: true });
  const { user } = await enter(auth, email, 'secret-of-mine');
  // The SDK logs every denial, and these tests expect many.
  setLogLevel('silent');
  const firestore = getFirestore(app);
  connectFirestoreEmulator(firestore, ...split(hosts.firestore));
  return {
    uid: user.uid,
    email,
    auth,
    firestore,
    ...caller,
  };
}

function split(host: string): [string, number] {
  const [name = '', port] = host.split(':');
  return [name, Number(port)];
}

/** The error of a call as `code: message`, without the prefix `functions/`, or `answered` if it succeeds. */
export async function refusalOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'answered';
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    // The client adds the HTTP status to the server's text.
    return `${(code ?? '').replace('functions/', '')}: ${(message ?? '').replace(/ \[\d+\]$/, '')}`;
  }
}
