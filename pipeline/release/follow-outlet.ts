import { setTimeout as pause } from 'node:timers/promises';
import { messageOf } from '@frontage/model/message-of';
import type { Lease } from '../log/lease.ts';
import type { Files } from './files.ts';
import type { Delivery, Outlet } from './outlet.ts';

/** The newest release, as an outlet is to show it. */
export interface Shown {
  /** Number of the commit that made it. */
  commit: number;
  files: Files;
}

export interface OutletFollowerOptions {
  outlet: Outlet;
  lease: Lease;
  /** The release to show; null before the first. */
  newest: () => Shown | null;
  /** The files of an earlier commit's release; null where they are not kept. */
  filesAt: (commit: number) => Files | null;
  read: Delivery['read'];
  /** Hears that visitors have the release of a commit, or of a later one. */
  onConfirmed: (commit: number) => void;
  /** Hears of a delivery that failed; it is tried again after `retryInMs`. */
  onFailure: (error: unknown, retryInMs: number) => void;
  now: () => number;
  /** Milliseconds between looks at what the outlet really shows. */
  lookEvery?: number;
}

/** Keeps an outlet at the newest release. */
export interface OutletFollower {
  /** There is a newer release. */
  wake(): void;
  /** Number of the commit visitors were last known to have; null while that is not known. */
  confirmed(): number | null;
  /** Why the last delivery failed; null when it did not. */
  failure(): string | null;
  /** Waits until visitors have the newest release. @throws what a delivery fails with before that. */
  arrived(): Promise<void>;
  /** Finishes a delivery that runs, and gives the lease back. */
  close(): Promise<void>;
}

const lookEveryMs = 8_000;
const retryEvery = 250;
const longestDelay = 30_000;

/**
 * Takes an outlet to the newest release, under a lease: several processes may follow the same outlet, and one at a time
 * delivers. Releases that arrive meanwhile share the next delivery. What the outlet shows is looked at now and then,
 * because a process that was frozen past its lease may have put back an older release.
 */
export function followOutlet(options: OutletFollowerOptions): OutletFollower {
  const { outlet, lease, newest, filesAt, read, onConfirmed, onFailure, now, lookEvery = lookEveryMs } = options;
  const stop = new AbortController();
  let last: Shown | null = null;
  let confirmed: number | null = null;
  let failure: string | null = null;
  let alarm = Promise.withResolvers<void>();
  let news = Promise.withResolvers<void>();

  const tellNews = (): void => {
    news.resolve();
    news = Promise.withResolvers();
  };

  const wait = async (ms: number): Promise<void> => {
    const timer = new AbortController();
    const signal = AbortSignal.any([stop.signal, timer.signal]);
    await Promise.race([alarm.promise, pause(ms, undefined, { signal }).catch(() => undefined)]);
    timer.abort();
  };

  const isThere = (shown: number | null): boolean => {
    const target = newest();
    return target === null || (shown !== null && shown >= target.commit);
  };

  const confirm = (shown: number | null): void => {
    failure = null;
    if (shown !== null && shown !== confirmed) {
      confirmed = shown;
      onConfirmed(shown);
    }
    tellNews();
  };

  /** Asks the outlet what it shows; whether that is the newest release. */
  const look = async (): Promise<boolean> => {
    const shown = await outlet.cursor();
    if (!isThere(shown)) return false;
    confirm(shown);
    return true;
  };

  /** Delivers until the newest release is there; false when another process has the lease. */
  const deliver = async (): Promise<boolean> => {
    let until = await lease.hold();
    // Only now, for another process may have delivered before the lease was this one's.
    let shown = until === null ? null : await outlet.cursor();
    for (let target = newest(); until !== null && target && !isThere(shown); target = newest()) {
      const before = shown === null ? null : last?.commit === shown ? last.files : filesAt(shown);
      await outlet.deliver({ ...target, before, read });
      last = target;
      // Once the lease has run out, another process may have delivered in between.
      shown = now() < until ? target.commit : await outlet.cursor();
      confirm(shown);
      until = stop.signal.aborted ? null : await lease.hold();
    }
    if (until === null) return false;
    confirm(shown);
    return true;
  };

  const run = async (): Promise<void> => {
    let failures = 0;
    while (!stop.signal.aborted) {
      try {
        // Where a delivery is due it looks for itself; else this is the look now and then.
        const isDue = !isThere(confirmed);
        if (!(isDue ? (await deliver()) || (await look()) : (await look()) || (await deliver()))) {
          await wait(retryEvery);
          continue;
        }
        failures = 0;
        if (isThere(confirmed)) await wait(lookEvery);
      } catch (error) {
        failures += 1;
        failure = messageOf(error);
        const delay = Math.min(longestDelay, retryEvery * 2 ** failures);
        onFailure(error, delay);
        news.reject(error);
        news.promise.catch(() => undefined);
        news = Promise.withResolvers();
        await wait(delay);
      }
    }
  };

  const running = run();
  return {
    wake: () => {
      alarm.resolve();
      alarm = Promise.withResolvers();
    },
    confirmed: () => confirmed,
    failure: () => failure,
    arrived: async () => {
      while (!isThere(confirmed)) await news.promise;
    },
    close: async () => {
      stop.abort();
      await running;
      await lease.end().catch(() => undefined);
    },
  };
}
