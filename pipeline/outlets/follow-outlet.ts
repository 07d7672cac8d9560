import { setTimeout as pause } from 'node:timers/promises';
import type { FileEntry, Files } from '../site/files.ts';
import type { Lease } from './lease.ts';

/** A delivery target from which visitors are served. */
export interface Outlet {
  name: string;
  /**
   * Queries the number of the commit whose release is live; null if the outlet serves none of this pipeline's releases.
   */
  cursor(): Promise<number | null>;
  /**
   * Delivers a release. Visitors have it when the promise resolves, and keep the previous one when it rejects.
   * @throws LeaseLostError from `checkTurn`
   */
  deliver(delivery: Delivery): Promise<void>;
}

/** A release to deliver. */
export interface Delivery {
  /** Number of the commit that made it. */
  commit: number;
  files: Files;
  /** The files of the commit that `cursor` returned; null if they are no longer known. */
  before: Files | null;
  read: (file: FileEntry) => Promise<Uint8Array>;
  /**
   * Called right before the switch if several processes deliver to the outlet.
   * @throws LeaseLostError if another process may have delivered meanwhile.
   */
  checkTurn?: () => Promise<void>;
}

/** The lease expired during a delivery. Another process may have delivered, so the outlet must be queried again. */
class LeaseLostError extends Error {
  override name = 'LeaseLostError';
}

/** The newest release, which an outlet must show. */
export interface NewestRelease {
  /** Number of the commit that made it. */
  commit: number;
  files: Files;
}

/** The releases to deliver. */
export interface OutletReleases {
  /** The release to show; null before the first. */
  newest(): NewestRelease | null;
  /** Reads the files of an earlier commit's release from the store; null if they are not kept. */
  filesAt(commit: number): Files | null;
  read: Delivery['read'];
}

/** Receives the results of deliveries. */
export interface OutletListener {
  /** Visitors have the release of a commit or a later one. */
  confirmed(commit: number): void;
  /** A delivery failed; it is retried after `retryInMs`. */
  failed(error: unknown, retryInMs: number): void;
  /** The newest release was delivered after failures. */
  recovered(): void;
}

export interface OutletFollowerOptions {
  outlet: Outlet;
  lease: Lease;
  releases: OutletReleases;
  listener: OutletListener;
  now: () => number;
  /** Milliseconds between checks of the outlet's live release. */
  checkEvery?: number;
  /** Milliseconds between renewals of the lease during a delivery. */
  renewEvery?: number;
  /** Milliseconds the lease is kept for an expected release. */
  expectedWithin?: number;
}

/** Keeps an outlet at the newest release. */
export interface OutletFollower {
  /** Announces a possible release, so that lease and live version are queried early. */
  expect(): void;
  /** Announces the end of a step: a lease taken for a release that was not made is returned. */
  settle(): void;
  /** Announces a newer release. */
  wake(): void;
  /** Number of the last confirmed commit, which visitors have; null while unknown. */
  confirmed(): number | null;
  /** Waits until visitors have the newest release. @throws the error of a failed delivery. */
  arrived(): Promise<void>;
  /** Finishes a running delivery and returns the lease. */
  close(): Promise<void>;
}

const checkEveryMs = 8_000;

const retryEvery = 250;

// Another process holds the lease only for a short delivery, so the lease is checked more often than the outlet.
const leaseEvery = 50;

const leaseChecks = 5;

const renewEveryMs = 1_000;

const longestDelay = 30_000;

// Longer than the step of an ordinary edit takes. A longer step must not delay the releases of other processes.
const expectedWithinMs = 1_000;

/**
 * Delivers the newest release to an outlet under a lease: several processes may follow the same outlet, and one at a
 * time delivers. Releases that arrive during a delivery are combined into the next one. The lease is returned after
 * each delivery, so that another process need not wait for it to expire. The outlet's live release is checked
 * periodically, because a process frozen past its lease may have delivered an older one.
 */
export function followOutlet(options: OutletFollowerOptions): OutletFollower {
  const { outlet, lease, releases, listener, now } = options;
  const { checkEvery = checkEveryMs, renewEvery = renewEveryMs, expectedWithin = expectedWithinMs } = options;
  const stop = new AbortController();
  let last: NewestRelease | null = null;
  // The release before the expected one. Another process may have delivered it.
  let previous: NewestRelease | null = null;
  let confirmed: number | null = null;
  let failures = 0;
  // Whether the outlet must be queried for an expected release.
  let isExpecting = false;
  // Whether the expected release may still be made.
  let isComing = false;
  let ready: { until: number; shown: number | null } | null = null;
  let alarm = Promise.withResolvers<void>();
  let news = Promise.withResolvers<void>();

  const resolveNews = (): void => {
    news.resolve();
    news = Promise.withResolvers();
  };

  const wait = async (ms: number): Promise<void> => {
    const timer = new AbortController();
    const signal = AbortSignal.any([stop.signal, timer.signal]);
    await Promise.race([alarm.promise, pause(ms, undefined, { signal }).catch(() => undefined)]);
    timer.abort();
  };

  const isDelivered = (shown: number | null): boolean => {
    const target = releases.newest();
    return target === null || (shown !== null && shown >= target.commit);
  };

  const confirm = (shown: number | null): void => {
    if (failures > 0) listener.recovered();
    failures = 0;
    if (shown !== null && shown !== confirmed) {
      confirmed = shown;
      listener.confirmed(shown);
    }
    resolveNews();
  };

  const wakeUp = (): void => {
    alarm.resolve();
    alarm = Promise.withResolvers();
  };

  /**
   * The outlet's live commit. If a release is expected, it is queried under the lease and stays valid as long as that.
   */
  const liveCommit = async (): Promise<number | null> => {
    const until = isExpecting ? await lease.hold() : null;
    isExpecting = false;
    if (until !== null && ready && now() < ready.until) return ready.shown;
    const shown = await outlet.cursor();
    ready = until === null ? null : { until, shown };
    return shown;
  };

  /** Queries the outlet's live release; returns whether it is the newest. */
  const checkOutlet = async (): Promise<boolean> => {
    const shown = await liveCommit();
    if (!isDelivered(shown)) return false;
    confirm(shown);
    return true;
  };

  /** Renews the lease during a delivery. `check` throws LeaseLostError if the lease has expired. */
  const keepLease = (first: number) => {
    let until = first;
    const check = async (): Promise<void> => {
      if (now() < until) until = (await lease.hold()) ?? 0;
      if (now() >= until) throw new LeaseLostError('The lease has expired');
    };
    // The delivery calls `check` itself and handles the failure then.
    const timer = setInterval(() => void check().catch(() => undefined), renewEvery);
    return { check, until: () => until, end: () => clearInterval(timer) };
  };

  /** Delivers until visitors have the newest release; returns false if another process has the lease. */
  const deliver = async (): Promise<boolean> => {
    const found = ready;
    [ready, isExpecting] = [null, false];
    let until = await lease.hold();
    const isKnown = found !== null && now() < found.until;
    // Queried after the lease was acquired: another process may have delivered before.
    let shown = until === null ? null : isKnown ? found.shown : await outlet.cursor();
    for (let target = releases.newest(); until !== null && target && !isDelivered(shown); target = releases.newest()) {
      const known = [last, previous].find((release) => release?.commit === shown);
      const before = shown === null ? null : (known?.files ?? releases.filesAt(shown));
      const turn = keepLease(until);
      try {
        await outlet.deliver({ ...target, before, read: releases.read, checkTurn: turn.check });
      } catch (error) {
        if (error instanceof LeaseLostError) return false;
        throw error;
      } finally {
        turn.end();
      }
      last = target;
      // If the lease has expired, another process may have delivered meanwhile.
      shown = now() < turn.until() ? target.commit : await outlet.cursor();
      confirm(shown);
      until = stop.signal.aborted ? null : await lease.hold();
    }
    if (until === null) return false;
    ready = { until, shown };
    confirm(shown);
    return true;
  };

  const returnLease = async (): Promise<void> => {
    ready = null;
    await lease.end();
  };

  const isIdle = (): boolean => isDelivered(confirmed) && !isExpecting;

  /** Waits for the next release or check. Returns the lease when no release is expected. */
  const idle = async (): Promise<void> => {
    if (isComing && isIdle()) await wait(expectedWithin);
    if (isIdle()) await returnLease();
    if (isIdle()) await wait(checkEvery);
  };

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        // A due delivery queries the outlet itself. Otherwise this is the periodic check.
        const isDue = !isDelivered(confirmed);
        if (!(isDue ? (await deliver()) || (await checkOutlet()) : (await checkOutlet()) || (await deliver()))) {
          for (let checks = 0; checks < leaseChecks && !stop.signal.aborted; checks += 1) {
            await wait(leaseEvery);
            if ((await lease.hold()) !== null) break;
          }
          continue;
        }
        await idle();
      } catch (error) {
        await returnLease().catch(() => undefined);
        failures += 1;
        const delay = Math.min(longestDelay, retryEvery * 2 ** failures);
        listener.failed(error, delay);
        news.reject(error);
        news.promise.catch(() => undefined);
        news = Promise.withResolvers();
        await wait(delay);
      }
    }
  };

  const running = run();
  return {
    expect: () => {
      previous = releases.newest();
      [isExpecting, isComing] = [true, true];
      wakeUp();
    },
    settle: () => {
      isComing = false;
      wakeUp();
    },
    wake: wakeUp,
    confirmed: () => confirmed,
    arrived: async () => {
      while (!isDelivered(confirmed)) await news.promise;
    },
    close: async () => {
      stop.abort();
      await running;
      await lease.end().catch(() => undefined);
    },
  };
}
