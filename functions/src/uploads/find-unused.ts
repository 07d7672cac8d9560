import { referringCollections, createUploadSearch } from '@frontage/model/upload-references';
import { buckets, type Bucket } from '@frontage/model/paths';
import { FieldPath, type Firestore, type QueryDocumentSnapshot } from 'firebase-admin/firestore';
import type { Storage } from 'firebase-admin/storage';

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
