import { randomUUID } from 'node:crypto';
import { deleteApp, initializeApp } from 'firebase/app';
import type { EmulatorMockTokenOptions } from 'firebase/firestore';
import * as full from 'firebase/firestore';
import * as lite from 'firebase/firestore/lite';
import type { Condition, QuerySpec, Sdk } from './sdk.ts';
import type { FirestoreTarget } from './target.ts';

/** The user of a client: the emulator's administrator, the claims of a signed-in user, or null if signed out. */
export type User = 'owner' | EmulatorMockTokenOptions | null;

export function openLite(target: FirestoreTarget, user: User = 'owner'): Promise<Sdk> {
  const app = initializeApp({ projectId: target.project, apiKey: 'unused' }, randomUUID());
  const db = lite.getFirestore(app);
  lite.setLogLevel('silent');
  lite.connectFirestoreEmulator(db, target.host, target.port, user === null ? {} : { mockUserToken: user });
  const read = async (query: full.Query) => (await lite.getDocs(query)).docs;
  return Promise.resolve({
    ...common(lite as unknown as typeof full, db, read),
    name: 'lite',
    count: async (spec) =>
      (await lite.getCount(buildQuery(lite as unknown as typeof full, db as never, spec) as never)).data().count,
    get: async (path) => (await lite.getDoc(lite.doc(db, path))).data(),
    async close() {
      await lite.terminate(db);
      await deleteApp(app);
    },
  });
}

/** The full SDK in Node, over gRPC streams. */
export function openFull(target: FirestoreTarget, user: User = 'owner'): Promise<Sdk> {
  const { db, close } = openFullFirestore(target, user);
  const read = async (query: full.Query) => (await full.getDocsFromServer(query)).docs;
  return Promise.resolve({
    ...common(full, db, read),
    name: 'full',
    count: async (spec) => (await full.getCountFromServer(buildQuery(full, db, spec))).data().count,
    get: async (path) => (await full.getDocFromServer(full.doc(db, path))).data(),
    sum: async (spec, field) =>
      (await full.getAggregateFromServer(buildQuery(full, db, spec), { it: full.sum(field) })).data().it,
    average: async (spec, field) =>
      (await full.getAggregateFromServer(buildQuery(full, db, spec), { it: full.average(field) })).data().it,
    close,
  });
}

export function openFullFirestore(
  target: FirestoreTarget,
  user: User = 'owner',
): { db: full.Firestore; close(): Promise<void> } {
  const app = initializeApp({ projectId: target.project, apiKey: 'unused' }, randomUUID());
  const db = full.getFirestore(app);
  full.connectFirestoreEmulator(db, target.host, target.port, user === null ? {} : { mockUserToken: user as string });
  full.setLogLevel('silent');
  return {
    db,
    async close() {
      await full.terminate(db);
      await deleteApp(app);
    },
  };
}

type Read = (query: full.Query) => Promise<full.QueryDocumentSnapshot[] | lite.QueryDocumentSnapshot[]>;

/** The functions shared by the lite and the full SDK. */
function common(web: typeof full, db: full.Firestore, read: Read): Omit<Sdk, 'name' | 'close' | 'get' | 'count'> {
  return {
    values: {
      serverTimestamp: () => web.serverTimestamp(),
      increment: (n) => web.increment(n),
      minimum: (n) => web.minimum(n),
      maximum: (n) => web.maximum(n),
      arrayUnion: (...elements) => web.arrayUnion(...elements),
      arrayRemove: (...elements) => web.arrayRemove(...elements),
      deleteField: () => web.deleteField(),
      timestamp: (seconds, nanos) => new web.Timestamp(seconds, nanos),
      geoPoint: (latitude, longitude) => new web.GeoPoint(latitude, longitude),
      bytes: (...bytes) => web.Bytes.fromUint8Array(Uint8Array.from(bytes)),
      vector: (...numbers) => web.vector(numbers),
      reference: (path) => web.doc(db, path),
    },
    async set(path, data, options) {
      await (options === undefined
        ? web.setDoc(web.doc(db, path), data)
        : web.setDoc(web.doc(db, path), data, options));
    },
    async update(path, data) {
      await web.updateDoc(web.doc(db, path), data as never);
    },
    async updateField(path, names, value) {
      await web.updateDoc(web.doc(db, path), new web.FieldPath(...names), value);
    },
    async remove(path) {
      await web.deleteDoc(web.doc(db, path));
    },
    add: async (collection, data) => (await web.addDoc(web.collection(db, collection), data)).id,
    async batch(writes) {
      const batch = web.writeBatch(db);
      for (const write of writes) {
        if ('set' in write) batch.set(web.doc(db, write.set), write.data, write.merge === true ? { merge: true } : {});
        else if ('update' in write) batch.update(web.doc(db, write.update), write.data as never);
        else batch.delete(web.doc(db, write.remove));
      }
      await batch.commit();
    },
    query: async (spec) =>
      (await read(buildQuery(web, db, spec))).map((doc) => ({
        path: doc.ref.path,
        data: doc.data(),
      })),
    sum: async (spec, field) =>
      (
        await (web as unknown as typeof lite).getAggregate(buildQuery(web, db, spec), {
          it: web.sum(field) as never,
        })
      ).data().it as number,
    average: async (spec, field) =>
      (
        await (web as unknown as typeof lite).getAggregate(buildQuery(web, db, spec), {
          it: web.average(field) as never,
        })
      ).data().it as number | null,
    async transact(path, change) {
      await web.runTransaction(
        db,
        async (transaction) => {
          const changed = change((await transaction.get(web.doc(db, path))).data());
          if (changed !== null) transaction.set(web.doc(db, path), changed);
        },
        { maxAttempts: 50 },
      );
    },
    codeOf: (error) => (error as { code?: string }).code ?? 'unknown',
  };
}

function buildQuery(web: typeof full, db: full.Firestore, spec: QuerySpec): full.Query {
  const base = spec.group === true ? web.collectionGroup(db, spec.collection) : web.collection(db, spec.collection);
  const field = (name: string): string | full.FieldPath => {
    if (name.startsWith('`')) return new web.FieldPath(name.slice(1, -1));
    return name === '__name__' ? web.documentId() : name;
  };
  const filter = (condition: Condition): full.QueryFilterConstraint => {
    if ('and' in condition) return web.and(...condition.and.map(filter));
    if ('or' in condition) return web.or(...condition.or.map(filter));
    return web.where(field(condition[0]), condition[1], condition[2]);
  };
  const rest: full.QueryNonFilterConstraint[] = [
    ...(spec.orderBy ?? []).map(([name, direction]) => web.orderBy(field(name), direction)),
    ...(spec.startAt === undefined ? [] : [web.startAt(...spec.startAt)]),
    ...(spec.startAfter === undefined ? [] : [web.startAfter(...spec.startAfter)]),
    ...(spec.endAt === undefined ? [] : [web.endAt(...spec.endAt)]),
    ...(spec.endBefore === undefined ? [] : [web.endBefore(...spec.endBefore)]),
    ...(spec.limit === undefined ? [] : [web.limit(spec.limit)]),
    ...(spec.limitToLast === undefined ? [] : [web.limitToLast(spec.limitToLast)]),
  ];
  const [first, ...others] = (spec.where ?? []).map(filter);
  if (first === undefined) return web.query(base, ...rest);
  if (others.length === 0 && first.type === 'where') return web.query(base, first, ...rest);
  const composite = others.length === 0 ? first : web.and(first, ...others);
  return web.query(base, composite as full.QueryCompositeFilterConstraint, ...rest);
}
