import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import {
  AggregateField,
  FieldPath,
  FieldValue,
  Filter,
  GeoPoint,
  initializeFirestore,
  Timestamp,
} from 'firebase-admin/firestore';
import type { Firestore, Query, Settings } from 'firebase-admin/firestore';
import type { Condition, QuerySpec, Sdk } from './sdk.ts';
import type { FirestoreTarget } from './target.ts';

export function openAdminFirestore(
  target: FirestoreTarget,
  settings: Settings = {},
): { db: Firestore; close(): Promise<void> } {
  const app = initializeApp({ projectId: target.project }, randomUUID());
  const named = process.env['FIRESTORE_EMULATOR_HOST'];
  process.env['FIRESTORE_EMULATOR_HOST'] = `${target.host}:${target.port}`;
  const db = initializeFirestore(app);
  db.settings({ host: `${target.host}:${target.port}`, ssl: false, ...settings });
  // The variable is read while settings are created; other suites of the process have separate servers.
  if (named === undefined) delete process.env['FIRESTORE_EMULATOR_HOST'];
  else process.env['FIRESTORE_EMULATOR_HOST'] = named;
  return {
    db,
    async close() {
      await db.terminate();
      await deleteApp(app);
    },
  };
}

/** firebase-admin, over gRPC. */
export async function openAdmin(target: FirestoreTarget): Promise<Sdk> {
  const { db, close } = openAdminFirestore(target);
  const build = (spec: QuerySpec): Query => {
    const base: Query = spec.group === true ? db.collectionGroup(spec.collection) : db.collection(spec.collection);
    return applySpec(base, spec);
  };
  return {
    name: 'admin',
    values: {
      serverTimestamp: () => FieldValue.serverTimestamp(),
      increment: (n) => FieldValue.increment(n),
      minimum: (n) => FieldValue.minimum(n),
      maximum: (n) => FieldValue.maximum(n),
      arrayUnion: (...elements) => FieldValue.arrayUnion(...elements),
      arrayRemove: (...elements) => FieldValue.arrayRemove(...elements),
      deleteField: () => FieldValue.delete(),
      timestamp: (seconds, nanos) => new Timestamp(seconds, nanos),
      geoPoint: (latitude, longitude) => new GeoPoint(latitude, longitude),
      bytes: (...bytes) => Buffer.from(bytes),
      vector: (...numbers) => FieldValue.vector(numbers),
      reference: (path) => db.doc(path),
    },
    get: async (path) => (await db.doc(path).get()).data(),
    async set(path, data, options) {
      await (options === undefined ? db.doc(path).set(data) : db.doc(path).set(data, options));
    },
    async update(path, data) {
      await db.doc(path).update(data);
    },
    async updateField(path, names, value) {
      await db.doc(path).update(new FieldPath(...names), value);
    },
    async remove(path) {
      await db.doc(path).delete();
    },
    add: async (collection, data) => (await db.collection(collection).add(data)).id,
    async batch(writes) {
      const batch = db.batch();
      for (const write of writes) {
        if ('set' in write) batch.set(db.doc(write.set), write.data, write.merge === true ? { merge: true } : {});
        else if ('update' in write) batch.update(db.doc(write.update), write.data);
        else batch.delete(db.doc(write.remove));
      }
      await batch.commit();
    },
    query: async (spec) => (await build(spec).get()).docs.map((doc) => ({ path: doc.ref.path, data: doc.data() })),
    count: async (spec) => (await build(spec).count().get()).data().count,
    sum: async (spec, field) =>
      (
        await build(spec)
          .aggregate({ it: AggregateField.sum(field) })
          .get()
      ).data().it,
    average: async (spec, field) =>
      (
        await build(spec)
          .aggregate({ it: AggregateField.average(field) })
          .get()
      ).data().it,
    async transact(path, change) {
      await db.runTransaction(
        async (transaction) => {
          const changed = change((await transaction.get(db.doc(path))).data());
          if (changed !== null) transaction.set(db.doc(path), changed);
        },
        { maxAttempts: 50 },
      );
    },
    codeOf: (error) =>
      (status[(error as { code?: number }).code ?? -1] ?? 'unknown').toLowerCase().replaceAll('_', '-'),
    close,
  };
}

function filterOf(condition: Condition): Filter {
  if ('and' in condition) return Filter.and(...condition.and.map(filterOf));
  if ('or' in condition) return Filter.or(...condition.or.map(filterOf));
  const [field, op, value] = condition;
  return Filter.where(fieldOf(field), op, value);
}

function fieldOf(field: string): string | FieldPath {
  if (field.startsWith('`')) return new FieldPath(field.slice(1, -1));
  return field === '__name__' ? FieldPath.documentId() : field;
}

function applySpec(base: Query, spec: QuerySpec): Query {
  let query = base;
  for (const condition of spec.where ?? []) query = query.where(filterOf(condition));
  for (const [field, direction] of spec.orderBy ?? []) query = query.orderBy(fieldOf(field), direction);
  if (spec.startAt !== undefined) query = query.startAt(...spec.startAt);
  if (spec.startAfter !== undefined) query = query.startAfter(...spec.startAfter);
  if (spec.endAt !== undefined) query = query.endAt(...spec.endAt);
  if (spec.endBefore !== undefined) query = query.endBefore(...spec.endBefore);
  if (spec.limit !== undefined) query = query.limit(spec.limit);
  if (spec.limitToLast !== undefined) query = query.limitToLast(spec.limitToLast);
  return query;
}
