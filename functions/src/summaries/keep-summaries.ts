import { collections } from '@frontage/model/paths';
import { onDocumentWritten } from 'firebase-functions/firestore';
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

  /** Updates these documents in a set, or fills the whole set if it is incomplete. */
  const update = async (set: ShardSet, ids: Iterable<string>): Promise<void> => {
    const store = firestore();
    const isDue = Date.now() >= (nextFillAt.get(set.name) ?? 0) && isFillDue(await shardState(store, set));
    if (isDue && (await sizeOf(collection)) <= maxFilledByTrigger) await fillShards(store, set);
    else await refreshShards(store, set, ids);
    if (isDue && isFillDue(await shardState(store, set))) nextFillAt.set(set.name, Date.now() + fillRetryMs);
  };

  const keep = batchWrites({
    async process(ids) {
      // Lists wait for their summaries: the search index comes second.
      for (const set of sets) await update(set, ids);
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
    (event) => keep(event.params.id),
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
export const keepDraftSearch = keepSets(collections.drafts);
export const keepPeopleSearch = keepSets(collections.profiles);
