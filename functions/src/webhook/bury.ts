import { createHash } from 'node:crypto';
import { collections } from '@frontage/model/paths';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';

/**
 * Leaves a tombstone for a deleted document, whoever deleted it. Its moment is now, not the deletion's: an event may come
 * a day late, when the pipeline has long looked past that.
 */
export async function bury(firestore: Firestore, path: string): Promise<void> {
  // A path can be longer than an id may be.
  const id = createHash('sha256').update(path).digest('hex');
  const tombstone = { path, deleted_at: FieldValue.serverTimestamp() };
  await firestore.collection(collections.tombstones).doc(id).set(tombstone);
}
