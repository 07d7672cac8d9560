import { backedUp, restoreMarker } from '@frontage/model/backup-collections';
import { buckets } from '@frontage/model/paths';
import type { Firebase } from '../firebase.ts';
import type { BucketNames } from './read-uploads.ts';

/** Describes the first document, account or upload in a project; null if the project is empty. */
export async function findContent({ firestore, auth, storage }: Firebase, names: BucketNames): Promise<string | null> {
  for (const collection of backedUp) {
    const { docs } = await firestore.collection(collection).limit(2).get();
    const other = docs.find(({ ref }) => ref.path !== restoreMarker);
    if (other) return `the document ${other.ref.path}`;
  }
  const [account] = (await auth.listUsers(1)).users;
  if (account) return `the account ${account.email ?? account.uid}`;
  for (const bucket of Object.values(buckets)) {
    const [[file]] = await storage.bucket(names[bucket]).getFiles({ maxResults: 1, autoPaginate: false });
    if (file) return `the upload ${file.bucket.name}/${file.name}`;
  }
  return null;
}
