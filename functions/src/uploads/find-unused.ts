import { namingCollections, openNameSearch } from '@frontage/model/named-uploads';
import { buckets, type Bucket } from '@frontage/model/paths';
import { FieldPath, type Firestore, type QueryDocumentSnapshot } from 'firebase-admin/firestore';
import type { Storage } from 'firebase-admin/storage';

export interface Uploads {
  firestore: Firestore;
  storage: Storage;
  /** Real names of the buckets by their names in the product. */
  names: Readonly<Record<Bucket, string>>;
}

export interface StoredUpload {
  bucket: Bucket;
  name: string;
  bytes: number;
  /** Which of those that had the name this one is. */
  generation: string;
  isUsed: boolean;
}

const perPage = 300;

/**
 * Every upload, and whether a document, a draft, a version or the trash names it. Releases name none that these do not: what one
 * shows is a version of a document, and its images are files of its own.
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
  // After the listing: what is uploaded and named meanwhile is not in it.
  const search = openNameSearch(stored.map(({ name }) => name));
  for (const collection of namingCollections) {
    for await (const document of documentsOf(firestore, collection)) search.read(document.data());
  }
  return stored.map((upload) => ({ ...upload, isUsed: search.isNamed(upload.name) }));
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
