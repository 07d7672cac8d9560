import { setTimeout } from 'node:timers/promises';
import type { SummarizedCollection } from '@frontage/model/summaries/shards';
import { firestore } from '../firebase.ts';
import { setBehind, setNone, setState } from './set-state.ts';
import { fillSummaries, refreshSummaries } from './refresh-summaries.ts';

// More than that takes longer than a call may: `frontage migrate` fills them in.
const filledAtOnce = 20_000;

// Filling reads every document: what was found to have no room, or to be too large, is not tried again with every write.
const triedAgainAfter = 10 * 60_000;

// More than that is an import, a restore or the like: each shard is written once for many of them.
const fewAtOnce = 16;
const calmAfter = 500;
// Well within the time of a call, less what is then to be done.
const gathersFor = 20_000;

interface Waiting {
  id: string;
  done: PromiseWithResolvers<void>;
}

/**
 * Keeps the summaries of a collection up with writes: what it returns resolves when a document's is right, or when the set says of
 * itself that it is behind. What comes while others are at work goes together.
 */
export function keepSummaries(collection: SummarizedCollection): (id: string) => Promise<void> {
  const waiting: Waiting[] = [];
  let isAtWork = false;
  let noFillBefore = 0;

  /** Has summaries say what these documents are, or what all are where not all of the collection was ever in them. */
  const bring = async (ids: Iterable<string>): Promise<void> => {
    const store = firestore();
    const isDue = Date.now() >= noFillBefore && isFillDue(await setState(store, collection));
    if (isDue && (await sizeOf(collection)) <= filledAtOnce) await fillSummaries(store, collection);
    else await refreshSummaries(store, collection, ids);
    if (isDue && isFillDue(await setState(store, collection))) noFillBefore = Date.now() + triedAgainAfter;
  };

  const work = async (): Promise<void> => {
    isAtWork = true;
    while (waiting.length > 0) await (waiting.length > fewAtOnce ? gather() : follow(waiting.splice(0)));
    isAtWork = false;
  };

  const follow = (together: readonly Waiting[]): Promise<void> =>
    bring(together.map(({ id }) => id)).then(
      () => together.forEach(({ done }) => done.resolve()),
      (error: unknown) => together.forEach(({ done }) => done.reject(error)),
    );

  // One event waits for all of it: should this come to nothing, it is delivered again.
  const gather = async (): Promise<void> => {
    const [last] = waiting.splice(0, 1);
    if (!last) return;
    try {
      const isMarked = await setBehind(firestore(), collection, 1);
      const ids = new Set([last.id]);
      const until = performance.now() + gathersFor;
      do {
        for (const { id, done } of waiting.splice(0)) {
          ids.add(id);
          done.resolve();
        }
        await setTimeout(calmAfter);
      } while (waiting.length > fewAtOnce && performance.now() < until);
      await bring(ids);
      if (isMarked) await setBehind(firestore(), collection, -1);
      last.done.resolve();
    } catch (error) {
      // What was let go is found when all is filled in again.
      await setNone(firestore(), collection).catch(() => undefined);
      last.done.reject(error);
    }
  };

  return (id) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ id, done });
    if (!isAtWork) void work();
    return done.promise;
  };
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
