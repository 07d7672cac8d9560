import { onSnapshot } from 'firebase/firestore';
import type { DocumentReference, DocumentSnapshot, Firestore, Query, QuerySnapshot } from 'firebase/firestore';
import type { Firestore as AdminFirestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll } from 'vitest';
import { openAdminFirestore } from './admin.ts';
import { collect } from './collect.ts';
import { openFirestore } from './target.ts';
import { openFullFirestore } from './web.ts';

interface Clients {
  db: Firestore;
  other: Firestore;
  admin: AdminFirestore;
  stop(): Promise<void>;
}

/** Two full SDKs and firebase-admin on one separate server; call it where hooks can be registered. */
export function useListeners() {
  let clients: Clients | undefined;
  beforeAll(async () => {
    const target = await openFirestore();
    const first = openFullFirestore(target);
    const second = openFullFirestore(target);
    const third = openAdminFirestore(target);
    clients = {
      db: first.db,
      other: second.db,
      admin: third.db,
      async stop() {
        await Promise.all([first.close(), second.close(), third.close()]);
        await target.stop();
      },
    };
  });
  afterAll(() => clients?.stop());
  const started = (): Clients => {
    if (clients === undefined) throw new Error('Not started.');
    return clients;
  };
  return { db: () => started().db, other: () => started().other, admin: () => started().admin };
}

export function watchDoc(reference: DocumentReference) {
  const snapshots = collect<DocumentSnapshot>();
  const stop = onSnapshot(reference, { includeMetadataChanges: true }, (snapshot) => snapshots.push(snapshot));
  return { ...snapshots, stop };
}

export function watch(target: Query) {
  const snapshots = collect<QuerySnapshot>();
  const stop = onSnapshot(target, (snapshot) => snapshots.push(snapshot));
  return { ...snapshots, stop };
}

export const ids = (snapshot: QuerySnapshot): string => snapshot.docs.map(({ id }) => id).join('');
export const changes = (snapshot: QuerySnapshot): string[] =>
  snapshot.docChanges().map(({ type, doc: { id }, oldIndex, newIndex }) => `${type} ${id} ${oldIndex}→${newIndex}`);
