import { type DocumentReference, FieldValue, type Firestore } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { timestampsToIso } from '../content/documents.ts';
import type { ShardSet } from './shard-sets.ts';

// The maximum per transaction, because documents include their texts.
const maxDocuments = 300;
// The maximum per step: parsing texts blocks the event loop for some milliseconds.
const readAtOnce = 20;

/**
 * Updates these documents in a set to their current state. Late and duplicate events are harmless: each shard changes in
 * a transaction that reads the documents. False if a shard is full.
 */
export async function refreshShards(firestore: Firestore, set: ShardSet, ids: Iterable<string>): Promise<boolean> {
  let allFit = true;
  // One shard after another, so that other functions can run during large updates.
  for (const [shard, shardIds] of Map.groupBy(new Set(ids), (id) => set.shardOf(id))) {
    const reference = firestore.collection(set.target).doc(shard);
    let fits = true;
    for (let from = 0; from < shardIds.length && fits; from += maxDocuments) {
      fits = await refreshShard(reference, set, shardIds.slice(from, from + maxDocuments));
    }
    allFit &&= fits;
  }
  return allFit;
}

async function refreshShard(reference: DocumentReference, set: ShardSet, ids: readonly string[]): Promise<boolean> {
  const { firestore } = reference;
  const documents = ids.map((id) => firestore.collection(set.source).doc(id));
  const fits = await firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(reference);
    // A full shard is updated when the whole set is filled again.
    if (stored.exists && stored.get('entries') === null) return false;
    const before = stored.get('entries') as unknown;
    const update = set.update(before);
    for (let from = 0; from < documents.length; from += readAtOnce) {
      for (const document of await firestore.getAll(...documents.slice(from, from + readAtOnce))) {
        update.put(document.id, timestampsToIso(document.data()));
      }
    }
    const entries = update.pack();
    if (entries === before) return true;
    transaction.set(reference, { set: set.name, entries, at: FieldValue.serverTimestamp() });
    return entries !== null;
  });
  if (!fits) {
    // Only complete sets are used.
    await markIncomplete(firestore, set);
    logger.error(`${reference.path} is full: the admin reads documents of ${set.source} instead`);
  }
  return fits;
}

/** Fills a set from all documents and returns their number. Documents may change meanwhile. */
export async function fillShards(firestore: Firestore, set: ShardSet): Promise<number> {
  const stored = await firestore.collection(set.target).where('set', '==', set.name).get();
  // Starts over: deleted documents and full shards must not stay.
  const marker = markerOf(firestore, set);
  await Promise.all(stored.docs.flatMap(({ ref }) => (ref.id === marker.id ? [] : [ref.delete()])));
  const { docs } = await firestore.collection(set.source).select().get();
  const ids = docs.map(({ id }) => id);
  if (await refreshShards(firestore, set, ids)) await markComplete(firestore, set);
  return ids.length;
}

// A multiple of a call's timeout.
const stuckAfter = 10 * 60_000;

/** The document that exists if a set is complete or catching up. */
const markerOf = (firestore: Firestore, { target, name }: ShardSet): DocumentReference =>
  firestore.collection(target).doc(name);

/**
 * The state of a set: `none` if it was never complete; `behind` while calls are catching up with many writes; `stuck` if
 * those calls have ended without finishing.
 */
export async function shardState(firestore: Firestore, set: ShardSet): Promise<'none' | 'whole' | 'behind' | 'stuck'> {
  const marker = await markerOf(firestore, set).get();
  if (!marker.exists) return 'none';
  if (!(Number(marker.get('behind')) > 0)) return 'whole';
  return Date.now() - (marker.updateTime?.toMillis() ?? 0) > stuckAfter ? 'stuck' : 'behind';
}

/** Increments or decrements the number of calls that are catching up. False if the set is incomplete. */
export async function changeBehindCount(firestore: Firestore, set: ShardSet, by: 1 | -1): Promise<boolean> {
  if ((await shardState(firestore, set)) === 'none') return false;
  await markerOf(firestore, set).update({ behind: FieldValue.increment(by) });
  return true;
}

/** Marks a set as complete. */
async function markComplete(firestore: Firestore, set: ShardSet): Promise<void> {
  await markerOf(firestore, set).set({ set: set.name, behind: 0, at: FieldValue.serverTimestamp() });
}

/** Marks a set as incomplete. */
export async function markIncomplete(firestore: Firestore, set: ShardSet): Promise<void> {
  await markerOf(firestore, set).delete();
}
