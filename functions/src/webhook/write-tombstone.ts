import { createHash } from 'node:crypto';
import { collections } from '@frontage/model/paths';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';

/**
 * Writes a tombstone for a document deleted by any client. Its time is now, not the deletion's: an event may arrive
 * a day late, when the pipeline's cursor is long past the deletion.
 */
export async function writeTombstone(firestore: Firestore, path: string): Promise<void> {
  // A path can be longer than the maximum of an id.
  const id = createHash('sha256').update(path).digest('hex');
  const tombstone = { path, deleted_at: FieldValue.serverTimestamp() };
  await firestore.collection(collections.tombstones).doc(id).set(tombstone);
}
