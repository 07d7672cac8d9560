import { collections } from '@frontage/model/paths';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { writtenDocument } from '../content/documents.ts';
import { firestore } from '../firebase.ts';
import { functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';
import { batchWrites } from './batch-writes.ts';
import { changeBehindCount, fillShards, markIncomplete, refreshShards, shardState } from './refresh-shards.ts';
import { type ShardSet, shardSetsOf } from './shard-sets.ts';

// A larger collection takes longer than a call's timeout: `frontage migrate` fills its summaries.
const maxFilledByTrigger = 20_000;

// Filling reads every document, so a set found to be too large is not retried with every write.
const fillRetryMs = 10 * 60_000;

/** A trigger that updates the sets of a collection with every write, or marks them as behind. */
function keepSets(collection: string) {
  const sets = shardSetsOf(collection);
  const nextFillAt = new Map<string, number>();

  /** Fills a set that is incomplete. False if it is not, or was filled a short time ago. */
  const fillIfDue = async (set: ShardSet): Promise<boolean> => {
    const store = firestore();
    const isDue = Date.now() >= (nextFillAt.get(set.name) ?? 0) && isFillDue(await shardState(store, set));
    if (!isDue) return false;
    const isFilled = (await sizeOf(collection)) <= maxFilledByTrigger;
    if (isFilled) await fillShards(store, set);
    if (isFillDue(await shardState(store, set))) nextFillAt.set(set.name, Date.now() + fillRetryMs);
    return isFilled;
  };

  const keep = batchWrites({
    async process(ids) {
      const others: ShardSet[] = [];
      for (const set of sets) if (!(await fillIfDue(set))) others.push(set);
      if (others.length > 0) await refreshShards(firestore(), others, ids);
    },
    async start() {
      const marked: ShardSet[] = [];
      for (const set of sets) if (await changeBehindCount(firestore(), set, 1)) marked.push(set);
      return async () => {
        for (const set of marked) await changeBehindCount(firestore(), set, -1);
      };
    },
    // Writes of early returns are found when the set is filled again.
    async abort() {
      for (const set of sets) await markIncomplete(firestore(), set);
    },
  });

  return onDocumentWritten(
    { ...scale.shared, document: `${collection}/{id}`, region: functionsRegion, retry: true },
    async (event) => {
      if (event.data) await keep(writtenDocument(event.data).id);
    },
  );
}

const isFillDue = (state: Awaited<ReturnType<typeof shardState>>): boolean => state === 'none' || state === 'stuck';

const sizeOf = async (collection: string): Promise<number> =>
  (
    await firestore()
      .collection(collection)
      .limit(maxFilledByTrigger + 1)
      .count()
      .get()
  ).data().count;

export const keepPageSummaries = keepSets(collections.pages);
export const keepSectionSummaries = keepSets(collections.sections);
export const keepDemoSummaries = keepSets(collections.demos);
export const keepSlugSummaries = keepSets(collections.slugs);
export const keepRedirectSummaries = keepSets(collections.redirects);
export const keepMediaSummaries = keepSets(collections.media);
