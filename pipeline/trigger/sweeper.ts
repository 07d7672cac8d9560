import { contentCollections } from '@frontage/model/paths';
import { DiskFullError } from '../release/blobs.ts';
import type { Follower } from './follow-content.ts';
import type { Outcome } from '../release/step.ts';
import type { Cursor, ReleaseStore } from '../release/store.ts';

interface SweeperOptions {
  follower: Follower;
  store: Pick<ReleaseStore, 'cursor'>;
  now: () => Date;
  /** Milliseconds between two sweeps. */
  every: number;
  /** Runs a task in the queue. */
  run: (task: () => Promise<Outcome>) => Promise<Outcome>;
  /** Called for a failed sweep with the milliseconds until the next one, at most a second if the disk is full. */
  onFailure: (error: unknown, delay: number) => void;
}

/** Called when the sweep starts. Returns whether it must compare all routes, not only those affected by changes. */
type MustCompare = () => boolean | Promise<boolean>;

const day = 86_400_000;
const retryWhileFull = 1_000;
// Tombstones are kept for a month, so a full scan is unnecessary after a shorter absence.
const longestAbsence = 14 * day;

/** Whether the last full scan read every collection. An older version of the software did not read all of them. */
const hasReadAll = (cursor: Cursor | null): boolean =>
  contentCollections.every((collection) => cursor?.collections?.includes(collection));

/** Sweeps for changed content periodically, with a full scan once a day. */
export function openSweeper({ follower, store, now, every, run, onFailure }: SweeperOptions) {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  /** Sweeps, or runs a full scan if the last one is older than `maxAge` milliseconds. */
  const sweepOrReadAll = (maxAge: number, mustCompare: MustCompare = () => false): Promise<Outcome> =>
    run(async () => {
      const isFull = await mustCompare();
      const cursor = store.cursor();
      const isOld = cursor !== null && now().getTime() - Date.parse(cursor.readAll) > maxAge;
      return isOld || !hasReadAll(cursor) ? follower.readAll() : follower.sweep({ isFull });
    });

  const wait = (delay = every): void => {
    if (isStopped) return;
    timer = setTimeout(() => void sweepOrReadAll(day).then(() => wait(), failed), delay);
    timer.unref();
  };
  const failed = (error: unknown): void => {
    const delay = error instanceof DiskFullError ? Math.min(every, retryWhileFull) : every;
    onFailure(error, delay);
    wait(delay);
  };

  return {
    /** Runs the first sweep after the start. */
    first: (mustCompare: MustCompare) => sweepOrReadAll(longestAbsence, mustCompare),
    /** Schedules the following sweeps. `error` is the failure of the first one. */
    start: (error: unknown = null) => (error === null ? wait() : failed(error)),
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
