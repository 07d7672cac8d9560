import { setTimeout as pause } from 'node:timers/promises';
import type { Lease } from '../log/lease.ts';
import type { Files } from './files.ts';
import { LeaseLostError, type Delivery, type Outlet } from './outlet.ts';

/** The newest release, as an outlet is to show it. */
export interface NewestRelease {
  /** Number of the commit that made it. */
  commit: number;
  files: Files;
}

export interface OutletFollowerOptions {
  outlet: Outlet;
  lease: Lease;
  /** The release to show; null before the first. */
  newest: () => NewestRelease | null;
  /** The files of an earlier commit's release; null where they are not kept. */
  filesAt: (commit: number) => Files | null;
  read: Delivery['read'];
  /** Called when visitors have the release of a commit or a later one. */
  onConfirmed: (commit: number) => void;
  /** Called when a delivery failed; it is retried after `retryInMs`. */
  onFailure: (error: unknown, retryInMs: number) => void;
  /** Called when the newest release was delivered after failures. */
  onRecovered: () => void;
  now: () => number;
  /** Milliseconds between checks of the outlet's live release. */
  lookEvery?: number;
  /** Milliseconds between looks at the lease while a delivery runs. */
  renewEvery?: number;
  /** Milliseconds the lease is kept for an expected release. */
  expectedWithin?: number;
}

/** Keeps an outlet at the newest release. */
export interface OutletFollower {
  /** Announces a possible release, so that lease and live version are queried early. */
  expect(): void;
  /** No step runs any more: a lease that was taken for a release that was not made goes back. */
  settle(): void;
  /** There is a newer release. */
  wake(): void;
  /** Number of the commit visitors were last known to have; null while that is not known. */
  confirmed(): number | null;
  /** Waits until visitors have the newest release. @throws the error of a failed delivery. */
  arrived(): Promise<void>;
  /** Finishes a delivery that runs, and gives the lease back. */
  close(): Promise<void>;
}

const lookEveryMs = 8_000;
const retryEvery = 250;
// A delivery that another process holds the lease for is short: its end is looked for more often than the outlet is asked.
const leaseEvery = 50;
const leaseLooks = 5;
const renewEveryMs = 1_000;
const longestDelay = 30_000;
// Longer than the step of an ordinary edit takes. A longer step must not keep the releases of other processes waiting.
const expectedWithinMs = 1_000;

/**
 * Delivers the newest release to an outlet under a lease: several processes may follow the same outlet, and one at a time
 * delivers. Releases that arrive meanwhile share the next delivery. The lease goes back after each delivery, so that another
 * process does not wait for it to run out. The outlet's live release is checked periodically, because a process frozen
 * past its lease may have delivered an older one.
 */
export function followOutlet(options: OutletFollowerOptions): OutletFollower {
  const { outlet, lease, newest, filesAt, read, onConfirmed, now } = options;
  const { lookEvery = lookEveryMs, renewEvery = renewEveryMs, expectedWithin = expectedWithinMs } = options;
  const stop = new AbortController();
  let last: NewestRelease | null = null;
  let confirmed: number | null = null;
  let failures = 0;
  // Whether the outlet is to be asked for an expected release, and whether that release may still come.
  let isExpecting = false;
  let isComing = false;
  let ready: { until: number; shown: number | null } | null = null;
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
    if (failures > 0) options.onRecovered();
    failures = 0;
    if (shown !== null && shown !== confirmed) {
      confirmed = shown;
      onConfirmed(shown);
    }
    tellNews();
  };

  const ring = (): void => {
    alarm.resolve();
    alarm = Promise.withResolvers();
  };

  /** The outlet's live release, queried under the lease if a release is expected: it stays valid as long as the lease. */
  const seen = async (): Promise<number | null> => {
    const until = isExpecting ? await lease.hold() : null;
    isExpecting = false;
    if (until !== null && ready && now() < ready.until) return ready.shown;
    const shown = await outlet.cursor();
    ready = until === null ? null : { until, shown };
    return shown;
  };

  /** Queries the outlet's live release; returns whether it is the newest. */
  const look = async (): Promise<boolean> => {
    const shown = await seen();
    if (!isThere(shown)) return false;
    confirm(shown);
    return true;
  };

  /** Renews the lease while a delivery takes its time. It must not have run out in between. */
  const keepTurn = (first: number) => {
    let until = first;
    const check = async (): Promise<void> => {
      if (now() < until) until = (await lease.hold()) ?? 0;
      if (now() >= until) throw new LeaseLostError('The lease has expired');
    };
    // The delivery requests the lease itself and handles a failure then.
    const timer = setInterval(() => void check().catch(() => undefined), renewEvery);
    return { check, until: () => until, end: () => clearInterval(timer) };
  };

  /** Delivers until the newest release is there; false when another process has the lease. */
  const deliver = async (): Promise<boolean> => {
    const found = ready;
    [ready, isExpecting] = [null, false];
    let until = await lease.hold();
    const isKnown = found !== null && now() < found.until;
    // Only now, for another process may have delivered before the lease was this one's.
    let shown = until === null ? null : isKnown ? found.shown : await outlet.cursor();
    for (let target = newest(); until !== null && target && !isThere(shown); target = newest()) {
      const before = shown === null ? null : last?.commit === shown ? last.files : filesAt(shown);
      const turn = keepTurn(until);
      try {
        await outlet.deliver({ ...target, before, read, checkTurn: turn.check });
      } catch (error) {
        if (error instanceof LeaseLostError) return false;
        throw error;
      } finally {
        turn.end();
      }
      last = target;
      // Once the lease has run out, another process may have delivered in between.
      shown = now() < turn.until() ? target.commit : await outlet.cursor();
      confirm(shown);
      until = stop.signal.aborted ? null : await lease.hold();
    }
    if (until === null) return false;
    ready = { until, shown };
    confirm(shown);
    return true;
  };

  const giveBack = async (): Promise<void> => {
    ready = null;
    await lease.end();
  };

  const isAtRest = (): boolean => isThere(confirmed) && !isExpecting;

  /** Waits for the next release or look. */
  const rest = async (): Promise<void> => {
    if (isComing && isAtRest()) await wait(expectedWithin);
    if (isAtRest()) await giveBack();
    if (isAtRest()) await wait(lookEvery);
  };

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        // Where a delivery is due it looks for itself; else this is the look now and then.
        const isDue = !isThere(confirmed);
        if (!(isDue ? (await deliver()) || (await look()) : (await look()) || (await deliver()))) {
          for (let looks = 0; looks < leaseLooks && !stop.signal.aborted; looks += 1) {
            await wait(leaseEvery);
            if ((await lease.hold()) !== null) break;
          }
          continue;
        }
        await rest();
      } catch (error) {
        await giveBack().catch(() => undefined);
        failures += 1;
        const delay = Math.min(longestDelay, retryEvery * 2 ** failures);
        options.onFailure(error, delay);
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
      [isExpecting, isComing] = [true, true];
      ring();
    },
    settle: () => {
      isComing = false;
      ring();
    },
    wake: ring,
    confirmed: () => confirmed,
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
