import { createHash } from 'node:crypto';
import { createUploadSearch, referringCollections } from './upload-references.ts';
import { mediaId } from '@frontage/model/media';
import { type Bucket, buckets, collections, trashId } from '@frontage/model/paths';
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
  /** The library's document of the upload: it exists, is in the trash since a time, or is missing. */
  inLibrary: 'yes' | 'no' | Date;
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
        inLibrary: 'no',
      });
    }
  }
  // Documents are read after the listing, so that the references of every listed upload are found.
  const search = createUploadSearch(stored.map(({ name }) => name));
  for (const collection of referringCollections) {
    for await (const document of documentsOf(firestore, collection)) {
      // The trash of the library names its own file.
      if (document.get('collection') !== collections.media) search.read(document.data());
    }
  }
  const library = await readLibrary(firestore);
  return stored.map((upload) => ({
    ...upload,
    isUsed: search.isReferenced(upload.name),
    inLibrary: library.get(mediaId(upload.bucket, upload.name) ?? '') ?? 'no',
  }));
}

/** The documents of the library by id, those in the trash with the time of their deletion. */
async function readLibrary(firestore: Firestore): Promise<Map<string, 'yes' | Date>> {
  const kept = await firestore.collection(collections.media).select().get();
  const trashed = await firestore
    .collection(collections.trash)
    .where('collection', '==', collections.media)
    .select('id', 'deleted_at')
    .get();
  return new Map<string, 'yes' | Date>([
    ...trashed.docs.flatMap((entry) => {
      const at: unknown = entry.get('deleted_at');
      return at instanceof Timestamp ? [[String(entry.get('id')), at.toDate()] as const] : [];
    }),
    ...kept.docs.map(({ id }) => [id, 'yes'] as const),
  ]);
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
 * Deletes unused uploads after another check: those without a document in the library when they were unused for 30 days,
 * which are recorded, and those whose document is in the trash for 30 days. Uploads in the library stay. So do used ones,
 * although their document is in the trash.
 */
export async function purgeUnused(uploads: Uploads, now: Date): Promise<{ unused: number; deleted: number }> {
  const { firestore, storage, names } = uploads;
  const recorded = await readUnusedSince(firestore);
  const unused = unusedOf(await listUploads(uploads));
  const isDue = (upload: StoredUpload): boolean => {
    const { inLibrary } = upload;
    if (inLibrary instanceof Date) return inLibrary.getTime() <= now.getTime() - durations.trashKept;
    return (recorded.get(keyOf(upload))?.toMillis() ?? Infinity) <= now.getTime() - durations.unusedUploadKept;
  };
  // The scan takes a while, during which a reference may have been restored.
  const due = unused.some(isDue) ? unusedOf(await listUploads(uploads)).filter(isDue) : [];
  for (const { bucket, name, generation } of due) {
    await storage.bucket(names[bucket]).file(name, { generation }).delete({ ignoreNotFound: true });
    const entry = trashId(collections.media, mediaId(bucket, name) ?? '');
    await firestore.collection(collections.trash).doc(entry).delete();
  }
  const record = (key: string): DocumentReference => firestore.collection(collections.unusedUploads).doc(key);
  const stillUnused = new Set(unused.filter(({ inLibrary }) => inLibrary === 'no').map(keyOf));
  for (const upload of due) stillUnused.delete(keyOf(upload));
  for (const key of stillUnused) if (!recorded.has(key)) await record(key).set({ since: Timestamp.fromDate(now) });
  await deleteEach(firestore, [...recorded.keys()].filter((key) => !stillUnused.has(key)).map(record));
  return { unused: stillUnused.size, deleted: due.length };
}

const unusedOf = (all: readonly StoredUpload[]): StoredUpload[] =>
  all.filter(({ isUsed, inLibrary }) => !isUsed && inLibrary !== 'yes');
