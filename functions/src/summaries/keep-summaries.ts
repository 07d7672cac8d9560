import { collections } from '@frontage/model/paths';
import type { SummarizedCollection } from '@frontage/model/summaries/listed';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { firestore } from '../firebase.ts';
import { functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';
import { batchWrites } from './batch-writes.ts';
import {
  changeBehindCount,
  fillSummaries,
  markIncomplete,
  refreshSummaries,
  summaryState,
} from './refresh-summaries.ts';

// A larger collection takes longer than a call's timeout: `frontage migrate` fills its summaries.
const maxFilledByTrigger = 20_000;

// Filling reads every document, so a set found to be too large is not retried with every write.
const fillRetryMs = 10 * 60_000;

/** A trigger that updates the summaries of a collection with every write, or marks the set as behind. */
function keepSummaries(collection: SummarizedCollection) {
  let nextFillAt = 0;

  /** Updates the summaries of these documents, or fills the whole set if it is incomplete. */
  const process = async (ids: Iterable<string>): Promise<void> => {
    const store = firestore();
    const isDue = Date.now() >= nextFillAt && isFillDue(await summaryState(store, collection));
    if (isDue && (await sizeOf(collection)) <= maxFilledByTrigger) await fillSummaries(store, collection);
    else await refreshSummaries(store, collection, ids);
    if (isDue && isFillDue(await summaryState(store, collection))) nextFillAt = Date.now() + fillRetryMs;
  };

  const keep = batchWrites({
    process,
    async start() {
      const isMarked = await changeBehindCount(firestore(), collection, 1);
      return async () => void (isMarked && (await changeBehindCount(firestore(), collection, -1)));
    },
    // Writes of early returns are found when the set is filled again.
    abort: () => markIncomplete(firestore(), collection),
  });

  return onDocumentWritten(
    { ...scale.shared, document: `${collection}/{id}`, region: functionsRegion, retry: true },
    (event) => keep(event.params.id),
  );
}

const isFillDue = (state: Awaited<ReturnType<typeof summaryState>>): boolean => state === 'none' || state === 'stuck';

const sizeOf = async (collection: SummarizedCollection): Promise<number> =>
  (
    await firestore()
      .collection(collection)
      .limit(maxFilledByTrigger + 1)
      .count()
      .get()
  ).data().count;

export const keepPageSummaries = keepSummaries(collections.pages);
export const keepSectionSummaries = keepSummaries(collections.sections);
export const keepDemoSummaries = keepSummaries(collections.demos);
export const keepSlugSummaries = keepSummaries(collections.slugs);
export const keepRedirectSummaries = keepSummaries(collections.redirects);
export const keepMediaSummaries = keepSummaries(collections.media);
