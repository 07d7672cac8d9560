import { collections } from '@frontage/model/paths';
import {
  summarySet,
  summaryShard,
  unpackShard,
  type Summary,
  type SummarizedCollection,
} from '@frontage/model/summaries/shards';
import { summarize } from '@frontage/model/summaries/summarize';
import { FieldValue, type Firestore } from 'firebase-admin/firestore';
import * as logger from 'firebase-functions/logger';
import { timestampsToIso } from '../schedules/timestamps-to-iso.ts';
import { packShard } from './pack-shard.ts';
import { markIncomplete, markComplete } from './summary-state.ts';

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
