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
import { plainMoments } from '../schedules/plain-moments.ts';
import { packShard } from './pack-shard.ts';
import { setNone, setWhole } from './set-state.ts';

// Of a transaction: texts come with their documents.
const mostDocuments = 300;
// Reading and summing up these takes some milliseconds, in which nothing else of the process has its turn.
const readAtOnce = 60;

/**
 * Has the summaries of a collection say of these documents what they are now. Who comes late, or twice, does no harm: each
 * shard is changed by one at a time, who reads the documents only then. False where a shard has no room left.
 */
export async function refreshSummaries(
  firestore: Firestore,
  collection: SummarizedCollection,
  ids: Iterable<string>,
): Promise<boolean> {
  let fit = true;
  // One shard after the other, so that other functions have their turn while very many are brought up to date.
  for (const [shard, its] of Map.groupBy(new Set(ids), (id) => summaryShard(collection, id))) {
    let fits = true;
    for (let from = 0; from < its.length && fits; from += mostDocuments) {
      fits = await refreshShard(firestore, { collection, shard }, its.slice(from, from + mostDocuments));
    }
    fit &&= fits;
  }
  return fit;
}

interface Place {
  collection: SummarizedCollection;
  shard: string;
}

async function refreshShard(
  firestore: Firestore,
  { collection, shard }: Place,
  ids: readonly string[],
): Promise<boolean> {
  const reference = firestore.collection(collections.summaries).doc(shard);
  const documents = ids.map((id) => firestore.collection(collection).doc(id));
  const fits = await firestore.runTransaction(async (transaction) => {
    const stored = await transaction.get(reference);
    // One that is full waits for all to be filled in again.
    if (stored.exists && stored.get('entries') === null) return false;
    const entries = new Map<string, Summary>(unpackShard(stored.get('entries')));
    for (let from = 0; from < documents.length; from += readAtOnce) {
      for (const document of await firestore.getAll(...documents.slice(from, from + readAtOnce))) {
        const data = plainMoments(document.data());
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
    // Lists go by summaries only where everything is in them.
    await setNone(firestore, collection);
    logger.error(`${reference.path} has no room left: lists read every document of ${collection}`);
  }
  return fits;
}

/** Makes the summaries of a collection of everything in it, while people work; of how many documents. */
export async function fillSummaries(firestore: Firestore, collection: SummarizedCollection): Promise<number> {
  const set = summarySet(collection);
  const stored = await firestore.collection(collections.summaries).where('set', '==', set).get();
  await Promise.all(stored.docs.flatMap((shard) => (shard.get('entries') === null ? [shard.ref.delete()] : [])));
  const kept = stored.docs.flatMap((shard) => [...(unpackShard(shard.get('entries'))?.keys() ?? [])]);
  const { docs } = await firestore.collection(collection).select().get();
  const ids = docs.map(({ id }) => id);
  const isWhole = await refreshSummaries(firestore, collection, [...kept, ...ids]);
  if (isWhole) await setWhole(firestore, collection);
  return ids.length;
}
