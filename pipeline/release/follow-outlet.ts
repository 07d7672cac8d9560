import { setTimeout as pause } from 'node:timers/promises';
import type { Lease } from '../log/lease.ts';
import type { Files } from './files.ts';
import { TurnLostError, type Delivery, type Outlet } from './outlet.ts';

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
  /** Hears that after failures the newest release is there. */
  onRecovered: () => void;
  now: () => number;
  /** Milliseconds between looks at what the outlet really shows. */
  lookEvery?: number;
  /** Milliseconds between looks at the lease while a delivery runs. */
  renewEvery?: number;
}

/** Keeps an outlet at the newest release. */
export interface OutletFollower {
  /** A release may be coming: what its delivery asks first is asked meanwhile. */
  expect(): void;
  /** There is a newer release. */
  wake(): void;
  /** Number of the commit visitors were last known to have; null while that is not known. */
  confirmed(): number | null;
  /** Waits until visitors have the newest release. @throws what a delivery fails with before that. */
  arrived(): Promise<void>;
  /** Finishes a delivery that runs, and gives the lease back. */
  close(): Promise<void>;
}

const lookEveryMs = 8_000;
const retryEvery = 250;
const renewEveryMs = 1_000;
const longestDelay = 30_000;

/**
 * Takes an outlet to the newest release, under a lease: several processes may follow the same outlet, and one at a time
 * delivers. Releases that arrive meanwhile share the next delivery. What the outlet shows is looked at now and then,
 * because a process that was frozen past its lease may have put back an older release.
 */
export function followOutlet(options: OutletFollowerOptions): OutletFollower {
  const { outlet, lease, newest, filesAt, read, onConfirmed, now } = options;
  const { lookEvery = lookEveryMs, renewEvery = renewEveryMs } = options;
  const stop = new AbortController();
  let last: Shown | null = null;
  let confirmed: number | null = null;
  let failures = 0;
  let isExpecting = false;
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

  /** What the outlet shows, asked under the lease where a release is expected: it is true as long as the lease holds. */
  const seen = async (): Promise<number | null> => {
    const until = isExpecting ? await lease.hold() : null;
    isExpecting = false;
    const shown = await outlet.cursor();
    ready = until === null ? null : { until, shown };
    return shown;
  };

  /** Asks the outlet what it shows; whether that is the newest release. */
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
      if (now() >= until) throw new TurnLostError('The lease has run out');
    };
    // Who needs the turn asks for it: a failure is met then.
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
        if (error instanceof TurnLostError) return false;
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
    confirm(shown);
    return true;
  };

  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      try {
        // Where a delivery is due it looks for itself; else this is the look now and then.
        const isDue = !isThere(confirmed);
        if (!(isDue ? (await deliver()) || (await look()) : (await look()) || (await deliver()))) {
          await wait(retryEvery);
          continue;
        }
        if (isThere(confirmed) && !isExpecting) await wait(lookEvery);
      } catch (error) {
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
      isExpecting = true;
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
