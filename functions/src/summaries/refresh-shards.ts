import { type DocumentReference, FieldValue, type Firestore } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { timestampsToIso } from '../content/documents.ts';
import type { ShardSet } from './shard-sets.ts';

// The maximum per transaction, because documents include their texts.
const maxDocuments = 300;
// The maximum per step: parsing texts blocks the event loop for some milliseconds.
const readAtOnce = 20;

/**
 * Updates these documents in sets of one collection to their current state. Late and duplicate events are harmless:
 * shards change in a transaction that reads the documents. False if a shard is full.
 */
export async function refreshShards(
  firestore: Firestore,
  sets: readonly ShardSet[],
  ids: Iterable<string>,
): Promise<boolean> {
  const full = new Set<ShardSet>();
  const shardsOf = (id: string): string => sets.map((set) => set.shardOf(id)).join(' ');
  // One shard after another, so that other functions can run during large updates.
  for (const shardIds of Map.groupBy(new Set(ids), shardsOf).values()) {
    for (let from = 0; from < shardIds.length && full.size < sets.length; from += maxDocuments) {
      const part = shardIds.slice(from, from + maxDocuments);
      for (const set of await refreshShard(firestore, sets, part)) full.add(set);
    }
  }
  for (const set of full) {
    // Only complete sets are used.
    await markIncomplete(firestore, set);
    logger.error(`A shard of ${set.name} in ${set.target} is full: the admin reads documents of ${set.source} instead`);
  }
  return full.size === 0;
}

/** Updates documents that share their shards. Returns the sets whose shard is full. */
async function refreshShard(
  firestore: Firestore,
  sets: readonly ShardSet[],
  ids: readonly string[],
): Promise<ShardSet[]> {
  const shards = sets.map((set) => firestore.collection(set.target).doc(set.shardOf(ids[0] ?? '')));
  return firestore.runTransaction(async (transaction) => {
    const stored = await transaction.getAll(...shards);
    // A full shard is updated when the whole set is filled again.
    const isFull = (index: number): boolean => stored[index]?.exists === true && stored[index].get('entries') === null;
    const updates = sets.map((set, index) => set.update(stored[index]?.get('entries')));
    for (let from = 0; from < ids.length; from += readAtOnce) {
      const documents = ids
        .slice(from, from + readAtOnce)
        .map((id) => firestore.collection(sets[0]?.source ?? '').doc(id));
      for (const document of await firestore.getAll(...documents)) {
        const data = timestampsToIso(document.data());
        for (const update of updates) update.put(document.id, data);
      }
    }
    const packed = updates.map((update, index) => (isFull(index) ? null : update.pack()));
    return sets.filter((set, index) => {
      if (isFull(index)) return true;
      const entries = packed[index] ?? null;
      const reference = shards[index];
      if (reference && entries !== stored[index]?.get('entries')) {
        transaction.set(reference, { set: set.name, entries, at: FieldValue.serverTimestamp() });
      }
      return entries === null;
    });
  });
}

/** Fills a set from all documents and returns their number. Documents may change meanwhile. */
export async function fillShards(firestore: Firestore, set: ShardSet): Promise<number> {
  const stored = await firestore.collection(set.target).where('set', '==', set.name).get();
  // Starts over: deleted documents and full shards must not stay.
  const marker = markerOf(firestore, set);
  await Promise.all(stored.docs.flatMap(({ ref }) => (ref.id === marker.id ? [] : [ref.delete()])));
  const { docs } = await firestore.collection(set.source).select().get();
  const ids = docs.map(({ id }) => id);
  if (await refreshShards(firestore, [set], ids)) await markComplete(firestore, set);
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
