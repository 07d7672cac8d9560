import { createHash } from 'node:crypto';
import type { Reads, StoredData } from '@frontage/model/changes/reads';
import { type Data, noField, serverTime, type Write } from '@frontage/model/changes/write';
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  type Query,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import type { Change } from 'firebase-functions';

/** A document's fields with moments as ISO strings, which the model's schemas expect. */
export const timestampsToIso = (data: Data | undefined): Data | undefined =>
  data &&
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => [
      field,
      value instanceof Timestamp ? value.toDate().toISOString() : value,
    ]),
  );

const perBatch = 200;

/** Deletes documents in batches. */
export async function deleteEach(firestore: Firestore, documents: readonly DocumentReference[]): Promise<void> {
  for (let from = 0; from < documents.length; from += perBatch) {
    const batch = firestore.batch();
    for (const document of documents.slice(from, from + perBatch)) batch.delete(document);
    await batch.commit();
  }
}

/** Deletes the results of a query, page by page, and returns their number. */
export async function deleteAll(query: Query): Promise<number> {
  let deleted = 0;
  for (;;) {
    const found = await query.limit(perBatch).get();
    await deleteEach(
      query.firestore,
      found.docs.map(({ ref }) => ref),
    );
    deleted += found.size;
    if (found.size < perBatch) return deleted;
  }
}

// Status codes of gRPC: canceled, deadline exceeded, resource exhausted, aborted, internal, unavailable.
const transientCodes: readonly unknown[] = [1, 4, 8, 10, 13, 14];

/** Whether an error of the database is temporary: a retry may succeed a minute later. */
export const isTransientError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && transientCodes.includes(error.code);

/** Adds planned writes to a transaction, which commits all of them or none. */
export function applyWrites(firestore: Firestore, transaction: Transaction, writes: readonly Write[]): void {
  for (const write of writes) {
    const document = firestore.doc(write.path);
    if (write.type === 'delete') transaction.delete(document);
    else if (write.type === 'set') transaction.set(document, stamped(write.data));
    else transaction.update(document, stamped(write.data));
  }
}

const stamped = (data: Data): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([field, value]) => {
      if (value === serverTime) return [field, FieldValue.serverTimestamp()];
      return [field, value === noField ? FieldValue.delete() : value];
    }),
  );

/** Reads documents, in a transaction or outside. */
export interface DocumentReads {
  getAll: (...documents: DocumentReference[]) => Promise<DocumentSnapshot[]>;
}

/** The reads of a plan. Those of concurrent calls are one request. */
export function readsOf(firestore: Firestore, reader: DocumentReads): Reads {
  let waiting: { paths: readonly string[]; done: PromiseWithResolvers<(StoredData | null)[]> }[] = [];
  const readAll = async (): Promise<void> => {
    const calls = waiting;
    waiting = [];
    try {
      const found = await reader.getAll(...calls.flatMap(({ paths }) => paths.map((path) => firestore.doc(path))));
      const stored = found.map((document) => {
        const data = document.data();
        return data ? { data } : null;
      });
      for (const { paths, done } of calls) done.resolve(stored.splice(0, paths.length));
    } catch (error) {
      for (const { done } of calls) done.reject(error);
    }
  };
  return {
    read: (paths) => {
      if (paths.length === 0) return Promise.resolve([]);
      const done = Promise.withResolvers<(StoredData | null)[]>();
      if (waiting.push({ paths, done }) === 1) setImmediate(() => void readAll());
      return done.promise;
    },
  };
}

/** The SHA-256 of a text, in hexadecimal digits. */
export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * The reference of the document that an event is about, by the names in its data. The parameters of an event are not
 * its ids: firebase-functions decodes `%XX` in them, so that `a%2Fb` becomes `a/b`.
 */
export function writtenDocument({ before, after }: Change<DocumentSnapshot>): DocumentReference {
  return after.exists ? after.ref : before.ref;
}
