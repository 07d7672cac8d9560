import { collections } from '@frontage/model/paths';
import { summarySet, type SummarizedCollection } from '@frontage/model/summaries/shards';
import { FieldValue, type DocumentReference, type Firestore } from 'firebase-admin/firestore';

// A multiple of a call's timeout.
const stuckAfter = 10 * 60_000;

/** The document that exists if the summaries of a collection are complete or catching up. */
const markerOf = (firestore: Firestore, collection: SummarizedCollection): DocumentReference =>
  firestore.collection(collections.summaries).doc(summarySet(collection));

/**
 * The state of a collection's summaries: `none` if they were never complete; `behind` while calls are catching up with
 * many writes; `stuck` if those calls have ended without finishing.
 */
export async function summaryState(
  firestore: Firestore,
  collection: SummarizedCollection,
): Promise<'none' | 'whole' | 'behind' | 'stuck'> {
  const marker = await markerOf(firestore, collection).get();
  if (!marker.exists) return 'none';
  if (!(Number(marker.get('behind')) > 0)) return 'whole';
  return Date.now() - (marker.updateTime?.toMillis() ?? 0) > stuckAfter ? 'stuck' : 'behind';
}

/** Increments or decrements the number of calls that are catching up. False if the set is incomplete. */
export async function changeBehindCount(
  firestore: Firestore,
  collection: SummarizedCollection,
  by: 1 | -1,
): Promise<boolean> {
  if ((await summaryState(firestore, collection)) === 'none') return false;
  await markerOf(firestore, collection).update({ behind: FieldValue.increment(by) });
  return true;
}

/** Marks the set of a collection as complete. */
export async function markComplete(firestore: Firestore, collection: SummarizedCollection): Promise<void> {
  await markerOf(firestore, collection).set({
    set: summarySet(collection),
    behind: 0,
    at: FieldValue.serverTimestamp(),
  });
}

/** Marks the set of a collection as incomplete. */
export async function markIncomplete(firestore: Firestore, collection: SummarizedCollection): Promise<void> {
  await markerOf(firestore, collection).delete();
}
