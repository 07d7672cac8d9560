import {
  collection,
  doc,
  getDoc,
  getDocs,
  serverTimestamp,
  writeBatch,
  type Firestore,
  type WriteBatch,
} from 'firebase/firestore/lite';
import { toRefusal } from './refusal.ts';
import type { Answer, DocumentStore } from './store.ts';
import { serverTime, type Write, type WriteData } from './write.ts';

// The SDK sets no limit of its own: a connection that hangs would show "Saving…" for ever.
const answerWithin = 20_000;

async function ask<T>(call: () => Promise<T>): Promise<Answer<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<Answer<T>>((resolve) => {
    timer = setTimeout(() => {
      resolve({ ok: false, reason: 'unreachable', message: 'No answer in time' });
    }, answerWithin);
  });
  const answer = call().then((value): Answer<T> => ({ ok: true, value }), toRefusal);
  const first = await Promise.race([answer, tooLate]);
  clearTimeout(timer);
  return first;
}

/** A refused token is dropped by the SDK, so a second try carries a fresh one; only then is the session over. */
async function askTwice<T>(call: () => Promise<T>): Promise<Answer<T>> {
  const first = await ask(call);
  return !first.ok && first.reason === 'unauthenticated' ? ask(call) : first;
}

const withServerTime = (data: WriteData): WriteData =>
  Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, value === serverTime ? serverTimestamp() : value]),
  );

function addToBatch(firestore: Firestore, batch: WriteBatch, write: Write): void {
  const reference = doc(firestore, write.path);
  if (write.type === 'delete') batch.delete(reference);
  else if (write.type === 'set') batch.set(reference, withServerTime(write.data));
  else batch.update(reference, withServerTime(write.data));
}

/** The documents in Firestore, reached with the signed-in user's token. */
export function firestoreStore(firestore: Firestore): DocumentStore {
  return {
    read: (path) =>
      askTwice(async () => {
        const snapshot = await getDoc(doc(firestore, path));
        return snapshot.data() ?? null;
      }),
    list: (path) =>
      askTwice(async () => {
        const snapshot = await getDocs(collection(firestore, path));
        return snapshot.docs.map((entry) => ({ id: entry.id, data: entry.data() }));
      }),
    commit: (writes) =>
      askTwice(async () => {
        const batch = writeBatch(firestore);
        for (const write of writes) addToBatch(firestore, batch, write);
        await batch.commit();
        return null;
      }),
  };
}
