import type { Problem } from '@frontage/model/build-state';
import { messageOf } from '@frontage/model/messages';
import type { Notice, ReleaseStore } from '../site/store.ts';

/** Receives notices. */
export interface NoticeSink {
  /** Delivers all notices or none. */
  deliver(notices: readonly Notice[]): Promise<void>;
}

interface OutboxOptions {
  store: Pick<ReleaseStore, 'notices' | 'delivered'>;
  /** Holds back notices that are not true for visitors yet. */
  confirmations?: Pick<Confirmations, 'toldUpTo' | 'withTrueTime'>;
  sink: NoticeSink;
  /** Called for the first failure of a sequence. */
  onDelay: (error: unknown) => void;
  /** Called when notices arrive again. */
  onRecovered?: () => void;
  /** Called for a quarantined notice. */
  onQuarantine: (problem: Problem) => void;
}

const atOnce = 200;
const longestDelay = 60_000;
const patienceAtClose = 2_000;
// If this many notices fail individually and none arrives, the sink is at fault.
const enoughFailures = 3;

const always: NonNullable<OutboxOptions['confirmations']> = {
  toldUpTo: () => Infinity,
  withTrueTime: (notice) => notice,
};

/** Delivers notices in the background, and retries until they have arrived. */
export class Outbox {
  readonly #options: Required<OutboxOptions>;
  readonly #passing = new Map<string, Notice>();
  /** Problems of quarantined notices, by content. These notices are retried after the next start. */
  readonly #quarantined = new Map<string, Problem>();
  /** The number of individual failures of each notice. Notices with fewer failures are tried first. */
  readonly #failed = new Map<string, number>();
  #isClosed = false;
  #failures = 0;
  #running: Promise<void> | null = null;
  #isWoken = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(options: OutboxOptions) {
    this.#options = { confirmations: always, onRecovered: () => undefined, ...options };
  }

  /** Delivers the stored notices. */
  wake(): void {
    this.#isWoken = true;
    if (this.#running !== null || this.#isClosed) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#isWoken = false;
    this.#running = this.#deliverAll()
      .catch((error: unknown) => this.#retryLater(error))
      .finally(() => {
        this.#running = null;
        if (this.#isWoken && this.#failures === 0) this.wake();
      });
  }

  /** Delivers a notice without storing it. A stored notice for the same document replaces it. */
  tell(notice: Notice): void {
    this.#passing.set(notice.path, notice);
    this.wake();
  }

  /** The problems of quarantined notices, which the sink rejects although it accepts others. */
  problems(): Problem[] {
    return [...this.#quarantined.values()];
  }

  /** Tries once more for a short time, and stops. The remaining notices are delivered after the next start. */
  async close(): Promise<void> {
    const last = (this.#running ?? Promise.resolve()).then(() =>
      this.#failures === 0 ? this.#deliverAll() : undefined,
    );
    this.#isClosed = true;
    if (this.#timer) clearTimeout(this.#timer);
    const { promise: patience, resolve } = Promise.withResolvers<void>();
    const limit = setTimeout(resolve, patienceAtClose);
    await Promise.race([last.catch(() => undefined), patience]);
    clearTimeout(limit);
  }

  async #deliverAll(): Promise<void> {
    const { sink, confirmations, onRecovered } = this.#options;
    for (let notices = this.#next(); notices.length > 0; notices = this.#next()) {
      try {
        await sink.deliver(notices.map((notice) => confirmations.withTrueTime(notice)));
        this.#settle(notices);
      } catch (error) {
        if (notices.length === 1) throw error;
        await this.#deliverIndividually(notices, error);
      }
      if (this.#failures > 0) onRecovered();
      this.#failures = 0;
    }
  }

  /** The notices to deliver next. */
  #next(): Notice[] {
    const { store, confirmations } = this.#options;
    const stored = store.notices(confirmations.toldUpTo());
    for (const { path } of stored) this.#passing.delete(path);
    const accepted = stored.filter((notice) => !this.#quarantined.has(keyOf(notice)));
    return [...this.#passing.values(), ...accepted].slice(0, atOnce);
  }

  /** Delivers notices one by one. Quarantines failing ones only if another arrived; otherwise the sink is at fault. */
  async #deliverIndividually(notices: readonly Notice[], reason: unknown): Promise<void> {
    const first = await this.#deliverEach(notices);
    if (first.arrived === 0) throw reason;
    const { culprits } = await this.#deliverEach(first.culprits.map(({ notice }) => notice));
    for (const { notice, error } of culprits) {
      const message = `Could not write this to Firestore: ${messageOf(error)}`;
      const problem = { document: notice.path, field: null, message };
      this.#passing.delete(notice.path);
      this.#failed.delete(keyOf(notice));
      this.#quarantined.set(keyOf(notice), problem);
      this.#options.onQuarantine(problem);
    }
  }

  /** Delivers notices one by one, those with the fewest failures first. */
  async #deliverEach(notices: readonly Notice[]) {
    const { sink, confirmations } = this.#options;
    const culprits: { notice: Notice; error: unknown }[] = [];
    let arrived = 0;
    const failuresOf = (notice: Notice): number => this.#failed.get(keyOf(notice)) ?? 0;
    for (const notice of notices.toSorted((left, right) => failuresOf(left) - failuresOf(right))) {
      try {
        await sink.deliver([confirmations.withTrueTime(notice)]);
        this.#settle([notice]);
        arrived += 1;
      } catch (error) {
        this.#failed.set(keyOf(notice), failuresOf(notice) + 1);
        culprits.push({ notice, error });
        if (arrived === 0 && culprits.length >= enoughFailures) break;
      }
    }
    return { arrived, culprits };
  }

  #settle(notices: readonly Notice[]): void {
    this.#options.store.delivered(notices);
    for (const notice of notices) {
      if (this.#passing.get(notice.path) === notice) this.#passing.delete(notice.path);
      this.#failed.delete(keyOf(notice));
    }
  }

  #retryLater(error: unknown): void {
    if (this.#failures === 0) this.#options.onDelay(error);
    this.#failures += 1;
    this.#timer = setTimeout(() => this.wake(), Math.min(longestDelay, 500 * 2 ** this.#failures));
    this.#timer.unref();
  }
}

const keyOf = ({ path, data }: Notice): string => `${path} ${JSON.stringify(data)}`;

/** Tracks the release that visitors have, and decides which notices are true for visitors. */
export interface Confirmations {
  /** Records that visitors have the release of this commit since `at` (milliseconds since the epoch). */
  confirm(commit: number, at: number): void;
  /** Id of the release that visitors have; null while unknown. */
  release(): string | null;
  /** Number of the newest commit whose notices are true; Infinity if visitors have the newest release. */
  toldUpTo(): number;
  /** Returns the notice with the time at which visitors got the release, and the duration until then. */
  withTrueTime(notice: Notice): Notice;
}

/** Holds back the notices of a release until visitors have it. */
export function createConfirmations(store: Pick<ReleaseStore, 'releases'>): Confirmations {
  let confirmed: { commit: number; at: number } | null = null;

  return {
    confirm: (commit, at) => (confirmed = { commit, at }),
    release: () => (confirmed === null ? null : String(confirmed.commit)),
    toldUpTo: () => {
      const shown = confirmed?.commit ?? 0;
      const ahead = store.releases().flatMap(({ id }) => (Number(id) > shown ? [Number(id)] : []));
      return Math.min(...ahead) - 1;
    },
    withTrueTime: (notice) => {
      const { at, ms, state } = notice.data ?? {};
      if (confirmed === null || state !== 'live' || typeof at !== 'string' || typeof ms !== 'number') return notice;
      const began = Date.parse(at) - ms;
      const liveAt = Math.max(confirmed.at, Date.parse(at));
      return { ...notice, data: { ...notice.data, at: new Date(liveAt).toISOString(), ms: liveAt - began } };
    },
  };
}
