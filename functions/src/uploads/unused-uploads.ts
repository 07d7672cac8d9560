import { createHash } from 'node:crypto';
import { createUploadSearch, referringCollections } from './upload-references.ts';
import { type Bucket, buckets, collections } from '@frontage/model/paths';
import {
  type DocumentReference,
  FieldPath,
  type Firestore,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import type { Storage } from 'firebase-admin/storage';
import { durations } from '@frontage/model/limits';
import { deleteEach } from '../content/documents.ts';

export interface Uploads {
  firestore: Firestore;
  storage: Storage;
  /** The names of the buckets in Cloud Storage, by their names in the code. */
  names: Readonly<Record<Bucket, string>>;
}

export interface StoredUpload {
  bucket: Bucket;
  name: string;
  bytes: number;
  /** Distinguishes uploads that had the same name. */
  generation: string;
  isUsed: boolean;
}

const perPage = 300;

/**
 * Every upload, and whether a document, draft, revision or trash entry references it. Releases need no check: they show
 * revisions of documents, and their images are separate files.
 */
export async function listUploads({ firestore, storage, names }: Uploads): Promise<StoredUpload[]> {
  const stored: StoredUpload[] = [];
  for (const bucket of Object.values(buckets)) {
    const [files] = await storage.bucket(names[bucket]).getFiles();
    for (const { name, metadata } of files) {
      stored.push({
        bucket,
        name,
        bytes: Number(metadata.size),
        generation: String(metadata.generation),
        isUsed: false,
      });
    }
  }
  // Documents are read after the listing, so that the references of every listed upload are found.
  const search = createUploadSearch(stored.map(({ name }) => name));
  for (const collection of referringCollections) {
    for await (const document of documentsOf(firestore, collection)) search.read(document.data());
  }
  return stored.map((upload) => ({ ...upload, isUsed: search.isReferenced(upload.name) }));
}

async function* documentsOf(firestore: Firestore, collection: string): AsyncGenerator<QueryDocumentSnapshot> {
  const ordered = firestore.collection(collection).orderBy(FieldPath.documentId()).limit(perPage);
  let last: QueryDocumentSnapshot | undefined;
  do {
    const { docs } = await (last ? ordered.startAfter(last) : ordered).get();
    yield* docs;
    last = docs[perPage - 1];
  } while (last !== undefined);
}

/** The time at which each unused upload was first recorded as unused, by `keyOf`. */
export async function readUnusedSince(firestore: Firestore): Promise<Map<string, Timestamp>> {
  const { docs } = await firestore.collection(collections.unusedUploads).get();
  return new Map(
    docs.flatMap((document) => {
      const since: unknown = document.get('since');
      return since instanceof Timestamp ? [[document.id, since] as const] : [];
    }),
  );
}

/** The key of one upload; another upload of the same name has another key. */
export const keyOf = ({ bucket, name, generation }: StoredUpload): string =>
  createHash('sha256').update(`${bucket}/${name}#${generation}`).digest('hex');

/**
 * Records unused uploads, removes the record of those that are used again, and deletes those that were unused for 30
 * days, after another check.
 */
export async function purgeUnused(uploads: Uploads, now: Date): Promise<{ unused: number; deleted: number }> {
  const { firestore, storage, names } = uploads;
  const recorded = await readUnusedSince(firestore);
  const unused = unusedOf(await listUploads(uploads));
  const isDue = (upload: StoredUpload): boolean =>
    (recorded.get(keyOf(upload))?.toMillis() ?? Infinity) <= now.getTime() - durations.unusedUploadKept;
  // The scan takes a while, during which a reference may have been restored.
  const due = unused.some(isDue) ? unusedOf(await listUploads(uploads)).filter(isDue) : [];
  for (const { bucket, name, generation } of due) {
    await storage.bucket(names[bucket]).file(name, { generation }).delete({ ignoreNotFound: true });
  }
  const record = (key: string): DocumentReference => firestore.collection(collections.unusedUploads).doc(key);
  const stillUnused = new Set(unused.map(keyOf));
  for (const upload of due) stillUnused.delete(keyOf(upload));
  for (const key of stillUnused) if (!recorded.has(key)) await record(key).set({ since: Timestamp.fromDate(now) });
  await deleteEach(firestore, [...recorded.keys()].filter((key) => !stillUnused.has(key)).map(record));
  return { unused: stillUnused.size, deleted: due.length };
}

const unusedOf = (all: readonly StoredUpload[]): StoredUpload[] => all.filter(({ isUsed }) => !isUsed);
