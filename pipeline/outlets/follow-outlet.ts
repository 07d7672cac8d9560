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
interface OutletListener {
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

const checkEveryMs = 8_000;

const retryEvery = 250;

// Another process holds the lease only for a short delivery, so the lease is checked more often than the outlet.
const leaseEvery = 50;

const leaseChecks = 5;

const renewEveryMs = 1_000;

const longestDelay = 30_000;

// Longer than the step of an ordinary edit takes. A longer step must not delay the releases of other processes.
const expectedWithinMs = 1_000;

/** The outlet's live commit as found under the lease; no other process changes it before `until`. */
interface Finding {
  until: number;
  shown: number | null;
}

/**
 * Delivers the newest release to an outlet under a lease: several processes may follow the same outlet, and one at a
 * time delivers. Releases that arrive during a delivery are combined into the next one. The lease is returned after
 * each delivery, so that another process need not wait for it to expire. The outlet's live release is checked
 * periodically, because a process frozen past its lease may have delivered an older one. Runs until it is closed.
 */
export class OutletFollower {
  readonly #options: OutletFollowerOptions;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #last: NewestRelease | null = null;
  // The release before the expected one. Another process may have delivered it.
  #previous: NewestRelease | null = null;
  #confirmed: number | null = null;
  #failures = 0;
  // Whether the outlet must be queried for an expected release.
  #isExpecting = false;
  // Whether the expected release may still be made.
  #isComing = false;
  #finding: Finding | null = null;
  #alarm = Promise.withResolvers<void>();
  #news = Promise.withResolvers<void>();

  constructor(options: OutletFollowerOptions) {
    this.#options = options;
    this.#running = this.#run();
  }

  /** Announces a possible release, so that lease and live version are queried early. */
  expect(): void {
    this.#previous = this.#options.releases.newest();
    [this.#isExpecting, this.#isComing] = [true, true];
    this.wake();
  }

  /** Announces the end of a step: a lease taken for a release that was not made is returned. */
  settle(): void {
    this.#isComing = false;
    this.wake();
  }

  /** Announces a newer release. */
  wake(): void {
    this.#alarm.resolve();
    this.#alarm = Promise.withResolvers();
  }

  /** Number of the last confirmed commit, which visitors have; null while unknown. */
  confirmed(): number | null {
    return this.#confirmed;
  }

  /** Waits until visitors have the newest release. @throws the error of a failed delivery. */
  async arrived(): Promise<void> {
    while (!this.#isDelivered(this.#confirmed)) await this.#news.promise;
  }

  /** Finishes a running delivery and returns the lease. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await this.#options.lease.end().catch(() => undefined);
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        // A due delivery queries the outlet itself. Otherwise this is the periodic check.
        const isDue = !this.#isDelivered(this.#confirmed);
        const isNewest = isDue
          ? (await this.#deliver()) || (await this.#checkOutlet())
          : (await this.#checkOutlet()) || (await this.#deliver());
        await (isNewest ? this.#idle() : this.#awaitLease());
      } catch (error) {
        await this.#fail(error);
      }
    }
  }

  /** Delivers until visitors have the newest release; returns false if another process has the lease. */
  async #deliver(): Promise<boolean> {
    const { outlet, lease, releases, now } = this.#options;
    const found = this.#finding;
    [this.#finding, this.#isExpecting] = [null, false];
    let until = await lease.hold();
    const isKnown = found !== null && now() < found.until;
    // Queried after the lease was acquired: another process may have delivered before.
    let shown = until === null ? null : isKnown ? found.shown : await outlet.cursor();
    for (
      let target = releases.newest();
      until !== null && target && !this.#isDelivered(shown);
      target = releases.newest()
    ) {
      const kept = this.#keepLease(until);
      try {
        await outlet.deliver({
          ...target,
          before: this.#filesOf(shown),
          read: releases.read,
          checkTurn: kept.check,
        });
      } catch (error) {
        if (error instanceof LeaseLostError) return false;
        throw error;
      } finally {
        kept.end();
      }
      this.#last = target;
      // If the lease has expired, another process may have delivered meanwhile.
      shown = now() < kept.until() ? target.commit : await outlet.cursor();
      this.#confirm(shown);
      until = this.#stop.signal.aborted ? null : await lease.hold();
    }
    if (until === null) return false;
    this.#finding = { until, shown };
    this.#confirm(shown);
    return true;
  }

  /** The files of a commit's release; null if they are no longer known. */
  #filesOf(commit: number | null): Files | null {
    if (commit === null) return null;
    const known = [this.#last, this.#previous].find((release) => release?.commit === commit);
    return known?.files ?? this.#options.releases.filesAt(commit);
  }

  /** Renews the lease during a delivery. `check` throws LeaseLostError if the lease has expired. */
  #keepLease(first: number) {
    const { lease, now, renewEvery = renewEveryMs } = this.#options;
    let until = first;
    const check = async (): Promise<void> => {
      if (now() < until) until = (await lease.hold()) ?? 0;
      if (now() >= until) throw new LeaseLostError('The lease has expired');
    };
    // The delivery calls `check` itself and handles the failure then.
    const timer = setInterval(() => void check().catch(() => undefined), renewEvery);
    return { check, until: () => until, end: () => clearInterval(timer) };
  }

  /** Queries the outlet's live release; returns whether it is the newest. */
  async #checkOutlet(): Promise<boolean> {
    const shown = await this.#liveCommit();
    if (!this.#isDelivered(shown)) return false;
    this.#confirm(shown);
    return true;
  }

  /**
   * The outlet's live commit. If a release is expected, it is queried under the lease and stays valid as long as that.
   */
  async #liveCommit(): Promise<number | null> {
    const { outlet, lease, now } = this.#options;
    const until = this.#isExpecting ? await lease.hold() : null;
    this.#isExpecting = false;
    if (until !== null && this.#finding && now() < this.#finding.until) return this.#finding.shown;
    const shown = await outlet.cursor();
    this.#finding = until === null ? null : { until, shown };
    return shown;
  }

  #isDelivered(shown: number | null): boolean {
    const target = this.#options.releases.newest();
    return target === null || (shown !== null && shown >= target.commit);
  }

  #confirm(shown: number | null): void {
    const { listener } = this.#options;
    if (this.#failures > 0) listener.recovered();
    this.#failures = 0;
    if (shown !== null && shown !== this.#confirmed) {
      this.#confirmed = shown;
      listener.confirmed(shown);
    }
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  async #fail(error: unknown): Promise<void> {
    await this.#returnLease().catch(() => undefined);
    this.#failures += 1;
    const delay = Math.min(longestDelay, retryEvery * 2 ** this.#failures);
    this.#options.listener.failed(error, delay);
    this.#news.reject(error);
    this.#news.promise.catch(() => undefined);
    this.#news = Promise.withResolvers();
    await this.#wait(delay);
  }

  /** Waits for the next release or check. Returns the lease when no release is expected. */
  async #idle(): Promise<void> {
    const { expectedWithin = expectedWithinMs, checkEvery = checkEveryMs } = this.#options;
    if (this.#isComing && this.#isIdle()) await this.#wait(expectedWithin);
    if (this.#isIdle()) await this.#returnLease();
    if (this.#isIdle()) await this.#wait(checkEvery);
  }

  #isIdle(): boolean {
    return this.#isDelivered(this.#confirmed) && !this.#isExpecting;
  }

  /** Waits some time for the lease of another process. */
  async #awaitLease(): Promise<void> {
    for (let checks = 0; checks < leaseChecks && !this.#stop.signal.aborted; checks += 1) {
      await this.#wait(leaseEvery);
      if ((await this.#options.lease.hold()) !== null) return;
    }
  }

  async #returnLease(): Promise<void> {
    this.#finding = null;
    await this.#options.lease.end();
  }

  async #wait(ms: number): Promise<void> {
    const timer = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, timer.signal]);
    await Promise.race([this.#alarm.promise, pause(ms, undefined, { signal }).catch(() => undefined)]);
    timer.abort();
  }
}
