import { contentCollections } from '@frontage/model/content-collections';
import { DiskFullError } from '../site/blobs.ts';
import type { Monitor } from '../status/monitor.ts';
import type { ContentSync } from './content-sync.ts';
import type { Queue } from './queue.ts';
import type { StepRunner } from './steps.ts';
import type { Outcome } from '../site/step.ts';
import type { Cursor, ReleaseStore } from '../site/store.ts';

interface SweeperOptions {
  sync: Pick<ContentSync, 'sweep' | 'readAll'>;
  steps: Pick<StepRunner, 'catchUp'>;
  queue: Pick<Queue<Outcome>, 'run' | 'waiting'>;
  monitor: Pick<Monitor, 'note'>;
  store: Pick<ReleaseStore, 'cursor'>;
  now: () => Date;
  /** Milliseconds between two sweeps. */
  every: number;
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
export function openSweeper({ sync, steps, queue, monitor, store, now, every, onFailure }: SweeperOptions) {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  /** Sweeps, or runs a full scan if the last one is older than `maxAge` milliseconds. */
  const sweepOrReadAll = async (maxAge: number, mustCompare: MustCompare = () => false): Promise<Outcome> => {
    const outcome = await queue.run(async () => {
      await steps.catchUp();
      const isFull = await mustCompare();
      const cursor = store.cursor();
      const isOld = cursor !== null && now().getTime() - Date.parse(cursor.readAll) > maxAge;
      return isOld || !hasReadAll(cursor) ? sync.readAll() : sync.sweep({ isFull });
    });
    if (queue.waiting() === 0) monitor.note('publishing', null);
    return outcome;
  };

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
