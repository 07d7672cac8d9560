import type { Firestore } from '../firestore/client.ts';
import { toRefusal } from './refusal.ts';
import type { Answer, DocumentStore } from './store.ts';

// Requests have no limit of their own: a connection that hangs would show "Saving…" for ever.
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

/** A refused token is dropped by the client, so a second try carries a fresh one; only then is the session over. */
async function askTwice<T>(call: () => Promise<T>): Promise<Answer<T>> {
  const first = await ask(call);
  return !first.ok && first.reason === 'unauthenticated' ? ask(call) : first;
}

/** The documents in Firestore, reached with the signed-in user's token. */
export function firestoreStore(firestore: Firestore): DocumentStore {
  return {
    read: (path) => askTwice(() => firestore.read(path)),
    list: (path) => askTwice(() => firestore.list(path)),
    commit: (writes) =>
      askTwice(async () => {
        await firestore.commit(writes);
        return null;
      }),
  };
}
