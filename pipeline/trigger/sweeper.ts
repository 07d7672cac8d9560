import { contentCollections } from '@frontage/model/paths';
import type { Follower } from './follow-content.ts';
import type { Outcome } from '../release/step.ts';
import type { Cursor, ReleaseStore } from '../release/store.ts';

interface SweeperOptions {
  follower: Follower;
  store: Pick<ReleaseStore, 'cursor'>;
  now: () => Date;
  /** Milliseconds between two looks. */
  every: number;
  /** Runs a task when it is its turn. */
  run: (task: () => Promise<Outcome>) => Promise<Outcome>;
  /** Hears of a look that failed; the next one comes as always. */
  onFailure: (error: unknown) => void;
}

/** Told when it is the look's turn. */
type MustCompare = () => boolean | Promise<boolean>;

const day = 86_400_000;
// Deletions leave tombstones for a month: whoever was away for less need not read everything to catch up.
const longestAbsence = 14 * day;

/** Whether everything was read once: an older version of the software did not ask for every collection. */
const hasReadAll = (cursor: Cursor | null): boolean =>
  contentCollections.every((collection) => cursor?.collections?.includes(collection));

/** Looks again and again for what has changed in the content, and once a day at all of it. */
export function openSweeper({ follower, store, now, every, run, onFailure }: SweeperOptions) {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  /** Sweeps, or reads everything where that was longer ago than `longest`. */
  const look = (longest: number, mustCompare: MustCompare = () => false): Promise<Outcome> =>
    run(async () => {
      const isFull = await mustCompare();
      const cursor = store.cursor();
      const isOld = cursor !== null && now().getTime() - Date.parse(cursor.readAll) > longest;
      return isOld || !hasReadAll(cursor) ? follower.readAll() : follower.sweep({ isFull });
    });

  const wait = (): void => {
    if (isStopped) return;
    timer = setTimeout(() => void look(day).catch(onFailure).finally(wait), every);
    timer.unref();
  };

  return {
    /** The first look, which compares everything there is to render where it must. */
    first: (mustCompare: MustCompare) => look(longestAbsence, mustCompare),
    /** Begins the others. */
    start: wait,
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
