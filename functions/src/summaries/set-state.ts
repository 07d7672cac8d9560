import { collections } from '@frontage/model/paths';
import { summarySet, type SummarizedCollection } from '@frontage/model/summaries/shards';
import { FieldValue, type DocumentReference, type Firestore } from 'firebase-admin/firestore';

// Several times what a call has.
const stuckAfter = 10 * 60_000;

/** The document that says that all of a collection is in its summaries, or will be. */
const markerOf = (firestore: Firestore, collection: SummarizedCollection): DocumentReference =>
  firestore.collection(collections.summaries).doc(summarySet(collection));

/**
 * Of the summaries of a collection: `none` where not all of it was ever in them; `behind` while some that are at work have many
 * writes to catch up with, `stuck` where these are no more.
 */
export async function setState(
  firestore: Firestore,
  collection: SummarizedCollection,
): Promise<'none' | 'whole' | 'behind' | 'stuck'> {
  const marker = await markerOf(firestore, collection).get();
  if (!marker.exists) return 'none';
  if (!(Number(marker.get('behind')) > 0)) return 'whole';
  return Date.now() - (marker.updateTime?.toMillis() ?? 0) > stuckAfter ? 'stuck' : 'behind';
}

/** Says that one more has many writes to catch up with, or one less. False where not all was ever in the summaries. */
export async function setBehind(firestore: Firestore, collection: SummarizedCollection, by: 1 | -1): Promise<boolean> {
  if ((await setState(firestore, collection)) === 'none') return false;
  await markerOf(firestore, collection).update({ behind: FieldValue.increment(by) });
  return true;
}

/** Says that all of a collection is in its summaries. */
export async function setWhole(firestore: Firestore, collection: SummarizedCollection): Promise<void> {
  await markerOf(firestore, collection).set({
    set: summarySet(collection),
    behind: 0,
    at: FieldValue.serverTimestamp(),
  });
}

/** Says that not all of a collection is in its summaries. */
export async function setNone(firestore: Firestore, collection: SummarizedCollection): Promise<void> {
  await markerOf(firestore, collection).delete();
}
