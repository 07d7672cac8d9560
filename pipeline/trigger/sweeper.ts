import { contentCollections } from '@frontage/model/paths';
import { DiskFullError } from '../release/blobs.ts';
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
  /** Called for a failed sweep with the milliseconds until the next one: few while the disk is full. */
  onFailure: (error: unknown, delay: number) => void;
}

/** Told when it is the look's turn. */
type MustCompare = () => boolean | Promise<boolean>;

const day = 86_400_000;
const whileFull = 1_000;
// Tombstones are kept for a month: after a shorter absence a full scan is unnecessary.
const longestAbsence = 14 * day;

/** Whether everything was read once: an older version of the software did not ask for every collection. */
const hasReadAll = (cursor: Cursor | null): boolean =>
  contentCollections.every((collection) => cursor?.collections?.includes(collection));

/** Sweeps for changed content periodically, with a full scan once a day. */
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

  const wait = (delay = every): void => {
    if (isStopped) return;
    timer = setTimeout(() => void look(day).then(() => wait(), failed), delay);
    timer.unref();
  };
  const failed = (error: unknown): void => {
    const delay = error instanceof DiskFullError ? Math.min(every, whileFull) : every;
    onFailure(error, delay);
    wait(delay);
  };

  return {
    /** The first look, which compares everything there is to render where it must. */
    first: (mustCompare: MustCompare) => look(longestAbsence, mustCompare),
    /** Begins the others; `error` is the failure of the first look. */
    start: (error: unknown = null) => (error === null ? wait() : failed(error)),
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
