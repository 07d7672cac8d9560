import { deleteApp, initializeApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  doc,
  getDoc,
  getDocs,
  getFirestore,
  query,
  serverTimestamp,
  setLogLevel,
  where,
  writeBatch,
  type Firestore,
} from 'firebase/firestore/lite';
import { deleteApp as deleteAdminApp, initializeApp as initializeAdmin } from 'firebase-admin/app';
import { getFirestore as getAdminFirestore } from 'firebase-admin/firestore';
import type { Target } from '../../contract/target.ts';
import { emailOf, signedInAt } from './actors.ts';
import {
  Marker,
  requestTime,
  type Actor,
  type AttackCase,
  type Fields,
  type Plain,
  type InitialState,
} from './attack-case.ts';

export interface Wire {
  /** Writes the initial state, sends the request with the client SDK as the actor, and deletes the documents. */
  decide(attackCase: AttackCase): Promise<{ allowed: boolean; reason: string }>;
  close(): Promise<void>;
}

export function openWire(target: Target): Wire {
  // The SDK logs every denial, and most cases expect one.
  setLogLevel('silent');
  const adminApp = initializeAdmin({ projectId: target.project }, `wire-${target.hosts.firestore}`);
  const admin = getAdminFirestore(adminApp);
  const clients = new Map<string, { firestore: Firestore; close(): Promise<void> }>();
  // All times are shifted to the server's current time by whole minutes, because some must be whole minutes.
  let shift = 0;

  const plain = (value: Plain): unknown => {
    if (value instanceof Marker) return value.kind === 'now' ? serverTimestamp() : value.value;
    if (value instanceof Date) return new Date(value.getTime() + shift);
    if (Array.isArray(value)) return value.map(plain);
    return typeof value === 'object' && value !== null ? fieldsOf(value) : value;
  };
  const fieldsOf = (fields: Fields): Record<string, unknown> =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)]));

  const clientOf = (actor: Actor | null): Firestore => {
    const key = actor ? `${actor.uid} ${actor.usedSecondFactor}` : '';
    const known = clients.get(key);
    if (known) return known.firestore;
    const app = initializeApp({ projectId: target.project, apiKey: 'any' }, `wire-${key}`);
    const firestore = getFirestore(app);
    const [host = '', port] = target.hosts.firestore.split(':');
    connectFirestoreEmulator(firestore, host, Number(port), actor ? { mockUserToken: tokenOf(actor) } : {});
    clients.set(key, { firestore, close: () => deleteApp(app) });
    return firestore;
  };

  return {
    async decide(attackCase) {
      const written = 'batch' in attackCase.try ? attackCase.try.batch.map(pathOf) : [];
      shift = Math.floor((Date.now() - requestTime.getTime()) / 60_000) * 60_000;
      await store(attackCase.initialState);
      try {
        await tryAs(clientOf(attackCase.actor), attackCase.try);
        return { allowed: true, reason: '' };
      } catch (error) {
        const { code, message } = error as { code?: string; message?: string };
        // Any other error than a denial by the rules is a defect of the case.
        if (code !== 'permission-denied') throw error;
        return { allowed: false, reason: message ?? '' };
      } finally {
        await remove([...Object.keys(attackCase.initialState), ...written]);
      }
    },
    async close() {
      await Promise.all([...clients.values()].map((client) => client.close()));
      await deleteAdminApp(adminApp);
    },
  };

  async function store(initialState: InitialState): Promise<void> {
    const batch = admin.batch();
    for (const [path, fields] of Object.entries(initialState)) batch.set(admin.doc(path), fieldsOf(fields));
    await batch.commit();
  }

  async function remove(paths: string[]): Promise<void> {
    const batch = admin.batch();
    for (const path of new Set(paths)) batch.delete(admin.doc(path));
    await batch.commit();
  }

  async function tryAs(firestore: Firestore, action: AttackCase['try']): Promise<void> {
    if ('get' in action) return void (await getDoc(doc(firestore, action.get)));
    if ('list' in action) {
      const filters = (action.where ?? []).map(([field, value]) => where(field, '==', plain(value)));
      return void (await getDocs(query(collection(firestore, action.list), ...filters)));
    }
    const batch = writeBatch(firestore);
    for (const write of action.batch) {
      if ('set' in write) batch.set(doc(firestore, write.set), fieldsOf(write.data));
      else if ('update' in write) batch.update(doc(firestore, write.update), fieldsOf(write.data));
      else batch.delete(doc(firestore, write.delete));
    }
    await batch.commit();
  }
}

const pathOf = (write: Parameters<typeof Object.values>[0]): string => String(Object.values(write)[0]);

const tokenOf = (actor: Actor) => ({
  sub: actor.uid,
  email: emailOf(actor),
  auth_time: Math.floor(signedInAt),
  firebase: {
    sign_in_provider: 'password' as const,
    identities: {},
    ...(actor.usedSecondFactor && { sign_in_second_factor: 'totp' }),
  },
});
