import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { ReleaseStore } from '../site/store.ts';
import type { Blobs } from '../site/blobs.ts';

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

// The release itself and its notices come first.
const pauseMs = 50;
// Edits without a pause leave a few milliseconds between two steps.
const busyPollMs = 4;
// Bounds the delay of a step by an overdue removal.
const patienceOfStep = 25;
// Bounds the delay of requests and edits.
const sliceMs = 4;
const mostAtOnce = 50;
const mostReleases = 20;
const longestDelay = 10 * 60_000;
const patienceAtClose = 2_000;

/**
 * Removes rows and files that only forgotten releases need, beside publishing: rows first, then the blobs that no row refers to. If the
 * process is killed in between, the next writer removes these blobs.
 */
export class Pruner {
  readonly #options: PrunerOptions;
  readonly #discarded = new Set<string>();
  readonly #claimed = new Set<string>();
  #running: Promise<void> | null = null;
  #isAgain = false;
  // Releases whose removal is not completed, and since when.
  #pending: { releases: number; since: number };
  // A step waits.
  #isForced = false;
  // Withdrawn content may be left; it is removed first.
  #hasWithdrawn = false;
  #deadline = Infinity;
  #endPause = (): void => undefined;

  constructor(options: PrunerOptions) {
    this.#options = options;
    this.#pending = { releases: 0, since: options.now() };
  }

  /** For files of later commits: blobs that are written or found here are not removed before. */
  readonly claims: Pick<Blobs, 'write' | 'holds'> = {
    write: async (bytes) => {
      const hash = await this.#options.blobs.write(bytes);
      this.#claimed.add(hash);
      return hash;
    },
    holds: async (blob, thorough) => {
      this.#claimed.add(blob.hash);
      return this.#options.blobs.holds(blob, thorough);
    },
  };

  /** Removes blobs that may be unneeded: a few at once, many when no step is running. */
  discard(hashes: readonly string[]): void {
    const { blobs, onError } = this.#options;
    if (hashes.length === 0) return;
    if (hashes.length > mostAtOnce) {
      for (const hash of hashes) this.#discarded.add(hash);
      return this.#start();
    }
    blobs.forget(hashes.filter((hash) => this.#isUnneeded(hash)));
    blobs.eraseForgotten().catch(onError);
  }

  /** Starts to remove the rows and files that the last commit has forgotten. */
  wake(): void {
    if (this.#pending.releases === 0) this.#pending.since = this.#options.now();
    this.#pending.releases += 1;
    this.#start();
  }

  /**
   * Continues the removal before a step, if it could not be completed beside twenty releases or for ten minutes. After
   * twenty releases the step waits for withdrawn content, and for other content a few milliseconds; after ten minutes
   * for all of it.
   */
  async catchUp(): Promise<void> {
    const { isBusy, now } = this.#options;
    const isOld = now() - this.#pending.since >= longestDelay;
    if (this.#running === null || isBusy() || !(isOld || this.#pending.releases >= mostReleases)) return;
    this.#isForced = true;
    this.#endPause();
    const end = performance.now() + patienceOfStep;
    while (this.#running !== null && (isOld || this.#hasWithdrawn || performance.now() < end))
      await Promise.race([this.#running, wait(busyPollMs)]);
    this.#isForced = false;
  }

  /** Completes the removal within seconds, or leaves the rest to the next writer. */
  async close(): Promise<void> {
    this.#deadline = performance.now() + patienceAtClose;
    this.#endPause();
    await this.#running;
    await this.#options.store.endPruning();
  }

  #start(): void {
    this.#isAgain = true;
    this.#running ??= this.#run()
      .catch(this.#options.onError)
      .finally(() => (this.#running = null));
  }

  async #run(): Promise<void> {
    const { store, now } = this.#options;
    do {
      this.#isAgain = false;
      this.#hasWithdrawn = true;
      if (!this.#isHurried()) await this.#pause();
      const { releases } = this.#pending;
      await this.#inSlices(this.#claimed, (hash) => {
        if (store.isReferenced(hash, 'current')) this.#claimed.delete(hash);
      });
      if (!(await this.#removeAll())) return;
      this.#pending = { releases: this.#pending.releases - releases, since: now() };
    } while (this.#isAgain);
  }

  /** Removes rows until none are left, and after each part the blobs that they named. Returns whether it ended. */
  async #removeAll(): Promise<boolean> {
    const { store, blobs } = this.#options;
    for (let hasRows = true; hasRows;) {
      if (!(await this.#mayContinue())) return false;
      const pruned = await store.prune();
      for (const hash of pruned?.unneeded ?? []) this.#discarded.add(hash);
      hasRows = pruned !== null;
      if (!(await this.#forgetDiscarded())) return false;
      // A pack is opened once for all of its blobs, except that withdrawn content is erased first.
      if (pruned === null || pruned.isWithdrawn) await blobs.eraseForgotten();
      this.#hasWithdrawn = pruned?.isWithdrawn === true;
    }
    return true;
  }

  #forgetDiscarded(): Promise<boolean> {
    return this.#inSlices(this.#discarded, (hash) => {
      this.#discarded.delete(hash);
      // Checked again, because a release made meanwhile may contain the file.
      if (this.#isUnneeded(hash)) this.#options.blobs.forget([hash]);
    });
  }

  #isUnneeded(hash: string): boolean {
    return !this.#claimed.has(hash) && !this.#options.store.isReferenced(hash, 'kept');
  }

  /** Calls `visit` for each entry while no step is running, with pauses for other work. Returns whether it ended. */
  async #inSlices(entries: Iterable<string>, visit: (entry: string) => void): Promise<boolean> {
    let end = performance.now() + sliceMs;
    for (const entry of entries) {
      while (performance.now() > end || this.#options.isBusy()) {
        await nextTurn();
        if (!(await this.#mayContinue())) return false;
        end = performance.now() + sliceMs;
      }
      visit(entry);
    }
    return true;
  }

  /** Waits until no step is running. Returns false once the time at closing is over. */
  async #mayContinue(): Promise<boolean> {
    while (this.#options.isBusy() && !this.#isHurried()) await this.#pause(busyPollMs);
    return performance.now() < this.#deadline;
  }

  #isHurried(): boolean {
    return this.#isForced || this.#deadline < Infinity;
  }

  #pause(ms = pauseMs): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
