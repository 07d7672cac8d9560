import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReleaseStore } from '../site/store.ts';
import type { Blobs } from './blobs.ts';

interface PrunerOptions {
  store: Pick<ReleaseStore, 'prune' | 'endPruning' | 'isReferenced'>;
  blobs: Pick<Blobs, 'write' | 'holds' | 'forget' | 'eraseForgotten'>;
  /** Whether a step is running. Its next release may refer to blobs that no release needs yet. */
  isBusy: () => boolean;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Pruning failed. It continues after the next commit. */
  onError: (error: unknown) => void;
}

/**
 * Removes rows and files that only forgotten releases need, beside publishing: rows first, then the blobs that no row refers to. If the
 * process is killed in between, the next writer removes these blobs.
 */
export interface Pruner {
  /** For files of later commits: blobs that are written or found here are not removed before. */
  claims: Pick<Blobs, 'write' | 'holds'>;
  /** Removes blobs that may be unneeded: a few at once, many when no step is running. */
  discard(hashes: readonly string[]): void;
  /** Starts to remove the rows and files that the last commit has forgotten. */
  wake(): void;
  /** Completes the removal before a step, if it could not be completed beside twenty releases or for ten minutes. */
  catchUp(): Promise<void>;
  /** Completes the removal within seconds, or leaves the rest to the next writer. */
  close(): Promise<void>;
}

// The release itself and its notices come first.
const pauseMs = 50;
// Bounds the delay of requests and edits.
const sliceMs = 4;
const mostAtOnce = 50;
const mostReleases = 20;
const longestDelay = 10 * 60_000;
const patienceAtClose = 2_000;

export function openPruner({ store, blobs, isBusy, now, onError }: PrunerOptions): Pruner {
  const discarded = new Set<string>();
  const claimed = new Set<string>();
  let running: Promise<void> | null = null;
  let isAgain = false;
  // Releases whose removal is not completed, and since when.
  let pending = { releases: 0, since: now() };
  // A step waits for the end.
  let isForced = false;
  let deadline = Infinity;
  let endPause = (): void => undefined;

  const isHurried = (): boolean => isForced || deadline < Infinity;
  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, pauseMs).unref();
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /** Waits until no step is running. Returns false once the time at closing is over. */
  const mayContinue = async (): Promise<boolean> => {
    while (isBusy() && !isHurried()) await pause();
    return performance.now() < deadline;
  };

  /** Calls `visit` for each entry while no step is running, with pauses for other work. Returns whether it ended. */
  const inSlices = async (entries: Iterable<string>, visit: (entry: string) => void): Promise<boolean> => {
    let end = performance.now() + sliceMs;
    for (const entry of entries) {
      while (performance.now() > end || isBusy()) {
        await nextTurn();
        if (!(await mayContinue())) return false;
        end = performance.now() + sliceMs;
      }
      visit(entry);
    }
    return true;
  };

  const isUnneeded = (hash: string): boolean => !claimed.has(hash) && !store.isReferenced(hash, 'kept');
  const forgetDiscarded = (): Promise<boolean> =>
    inSlices(discarded, (hash) => {
      discarded.delete(hash);
      // Checked again, because a release made meanwhile may contain the file.
      if (isUnneeded(hash)) blobs.forget([hash]);
    });

  const run = async (): Promise<void> => {
    do {
      isAgain = false;
      if (!isHurried()) await pause();
      const { releases } = pending;
      await inSlices(claimed, (hash) => void (store.isReferenced(hash, 'current') && claimed.delete(hash)));
      for (let hasRows = true; hasRows;) {
        if (!(await mayContinue())) return;
        const pruned = await store.prune();
        for (const hash of pruned?.unneeded ?? []) discarded.add(hash);
        hasRows = pruned !== null;
        if (!(await forgetDiscarded())) return;
        // A pack is opened once for all of its blobs, except that withdrawn content is erased first.
        if (pruned === null || pruned.isWithdrawn) await blobs.eraseForgotten();
      }
      pending = { releases: pending.releases - releases, since: now() };
    } while (isAgain);
  };

  const start = (): void => {
    isAgain = true;
    running ??= run()
      .catch(onError)
      .finally(() => (running = null));
  };

  return {
    claims: {
      write: async (bytes) => {
        const hash = await blobs.write(bytes);
        claimed.add(hash);
        return hash;
      },
      holds: async (blob, thorough) => {
        claimed.add(blob.hash);
        return blobs.holds(blob, thorough);
      },
    },
    discard: (hashes) => {
      if (hashes.length === 0) return;
      if (hashes.length > mostAtOnce) {
        for (const hash of hashes) discarded.add(hash);
        return start();
      }
      blobs.forget(hashes.filter(isUnneeded));
      blobs.eraseForgotten().catch(onError);
    },
    wake: () => {
      if (pending.releases === 0) pending.since = now();
      pending.releases += 1;
      start();
    },
    catchUp: async () => {
      const isOverdue = pending.releases >= mostReleases || now() - pending.since >= longestDelay;
      if (running === null || isBusy() || !isOverdue) return;
      isForced = true;
      endPause();
      await running;
      isForced = false;
    },
    close: async () => {
      deadline = performance.now() + patienceAtClose;
      endPause();
      await running;
      await store.endPruning();
    },
  };
}
