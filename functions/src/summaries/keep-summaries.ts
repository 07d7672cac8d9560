import { collections } from '@frontage/model/paths';
import type { SummarizedCollection } from '@frontage/model/summaries/shards';
import { onDocumentWritten } from 'firebase-functions/firestore';
import { firestore } from '../firebase.ts';
import { functionsRegion } from '../params.ts';
import { scale } from '../scale.ts';
import { gatherWrites } from './gather-writes.ts';
import { setBehind, setNone, setState } from './set-state.ts';
import { fillSummaries, refreshSummaries } from './refresh-summaries.ts';

// More than that takes longer than a call may: `frontage migrate` fills them in.
const filledAtOnce = 20_000;

// Filling reads every document: what was found to have no room, or to be too large, is not tried again with every write.
const triedAgainAfter = 10 * 60_000;

/** A trigger that keeps the summaries of a collection up with writes, or has the set say of itself that it is behind. */
function keepSummaries(collection: SummarizedCollection) {
  let noFillBefore = 0;

  /** Has summaries say what these documents are, or what all are where not all of the collection was ever in them. */
  const bring = async (ids: Iterable<string>): Promise<void> => {
    const store = firestore();
    const isDue = Date.now() >= noFillBefore && isFillDue(await setState(store, collection));
    if (isDue && (await sizeOf(collection)) <= filledAtOnce) await fillSummaries(store, collection);
    else await refreshSummaries(store, collection, ids);
    if (isDue && isFillDue(await setState(store, collection))) noFillBefore = Date.now() + triedAgainAfter;
  };

  const keep = gatherWrites({
    bring,
    async begin() {
      const isMarked = await setBehind(firestore(), collection, 1);
      return async () => void (isMarked && (await setBehind(firestore(), collection, -1)));
    },
    // What was let go is found when all is filled in again.
    abandon: () => setNone(firestore(), collection),
  });

  return onDocumentWritten(
    { ...scale.shared, document: `${collection}/{id}`, region: functionsRegion, retry: true },
    (event) => keep(event.params.id),
  );
}

const isFillDue = (state: Awaited<ReturnType<typeof setState>>): boolean => state === 'none' || state === 'stuck';

const sizeOf = async (collection: SummarizedCollection): Promise<number> =>
  (
    await firestore()
      .collection(collection)
      .limit(filledAtOnce + 1)
      .count()
      .get()
  ).data().count;

export const keepPageSummaries = keepSummaries(collections.pages);
export const keepSectionSummaries = keepSummaries(collections.sections);
export const keepDemoSummaries = keepSummaries(collections.demos);
export const keepSlugSummaries = keepSummaries(collections.slugs);
export const keepRedirectSummaries = keepSummaries(collections.redirects);
