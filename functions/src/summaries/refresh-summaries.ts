import { collections } from '@frontage/model/paths';
import {
  type Shard,
  type SummarizedCollection,
  type Summary,
  summarySet,
  summaryShard,
  unpackShard,
} from '@frontage/model/summaries/listed';
import { summarize } from '@frontage/model/summaries/summarize';
import { type DocumentReference, FieldValue, type Firestore } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { timestampsToIso } from '../content/documents.ts';

// The maximum per transaction, because documents include their texts.
const maxDocuments = 300;
// The maximum per step: summarizing blocks the event loop for some milliseconds.
const readAtOnce = 60;

/**
 * Updates the summaries of these documents to their current state. Late and duplicate events are harmless: each
 * shard changes in a transaction that reads the documents. False if a shard is full.
 */
export async function refreshSummaries(
  firestore: Firestore,
  collection: SummarizedCollection,
  ids: Iterable<string>,
): Promise<boolean> {
  let allFit = true;
  // One shard after another, so that other functions can run during large updates.
  for (const [shard, shardIds] of Map.groupBy(new Set(ids), (id) => summaryShard(collection, id))) {
    let fits = true;
    for (let from = 0; from < shardIds.length && fits; from += maxDocuments) {
      fits = await refreshShard(firestore, { collection, shard }, shardIds.slice(from, from + maxDocuments));
    }
    allFit &&= fits;
  }
  return allFit;
}

interface ShardKey {
  collection: SummarizedCollection;
  shard: string;
}

async function refreshShard(
  firestore: Firestore,
  { collection, shard }: ShardKey,
  ids: readonly string[],
): Promise<boolean> {
  const reference = firestore.collection(collections.summaries).doc(shard);
  const documents = ids.map((id) => firestore.collection(collection).doc(id));
  const fits = await firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(reference);
    // A full shard is updated when the whole set is filled again.
    if (stored.exists && stored.get('entries') === null) return false;
    const entries = new Map<string, Summary>(unpackShard(stored.get('entries')));
    for (let from = 0; from < documents.length; from += readAtOnce) {
      for (const document of await firestore.getAll(...documents.slice(from, from + readAtOnce))) {
        const data = timestampsToIso(document.data());
        if (data) entries.set(document.id, summarize(collection, data));
        else entries.delete(document.id);
      }
    }
    const packed = packShard(entries);
    if (packed === stored.get('entries')) return true;
    transaction.set(reference, { set: summarySet(collection), entries: packed, at: FieldValue.serverTimestamp() });
    return packed !== null;
  });
  if (!fits) {
    // Lists use summaries only if the set is complete.
    await markIncomplete(firestore, collection);
    logger.error(`${reference.path} is full: lists read every document of ${collection}`);
  }
  return fits;
}

/** Fills the summaries of a collection from all documents and returns their number. Documents may change meanwhile. */
export async function fillSummaries(firestore: Firestore, collection: SummarizedCollection): Promise<number> {
  const set = summarySet(collection);
  const stored = await firestore.collection(collections.summaries).where('set', '==', set).get();
  await Promise.all(stored.docs.flatMap((shard) => (shard.get('entries') === null ? [shard.ref.delete()] : [])));
  const kept = stored.docs.flatMap((shard) => [...(unpackShard(shard.get('entries'))?.keys() ?? [])]);
  const { docs } = await firestore.collection(collection).select().get();
  const ids = docs.map(({ id }) => id);
  const isComplete = await refreshSummaries(firestore, collection, [...kept, ...ids]);
  if (isComplete) await markComplete(firestore, collection);
  return ids.length;
}

// Firestore accepts documents of up to 1 MiB, including names.
const maxBytes = 1_000_000;

/**
 * A shard in stored form. If it is too large, excerpts are omitted; null if that is not enough, so that an incomplete
 * shard is never stored.
 */
export function packShard(shard: Shard): string | null {
  const whole = textOf(shard);
  if (fits(whole)) return whole;
  const reduced = textOf(new Map([...shard].map(([id, summary]) => [id, withoutTexts(summary)])));
  return fits(reduced) ? reduced : null;
}

const textOf = (shard: Shard): string => JSON.stringify(Object.fromEntries(shard));
const fits = (text: string): boolean => Buffer.byteLength(text) <= maxBytes;
const withoutTexts = ({ excerpt: _, meta_description: __, ...rest }: Summary): Summary => rest;

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
async function markComplete(firestore: Firestore, collection: SummarizedCollection): Promise<void> {
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
