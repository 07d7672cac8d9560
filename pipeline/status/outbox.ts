import type { Problem } from '@frontage/model/build-state';
import { messageOf } from '@frontage/model/messages';
import type { Notice, ReleaseStore } from '../site/store.ts';

/** Receives notices. */
export interface NoticeSink {
  /** Delivers all notices or none. */
  deliver(notices: readonly Notice[]): Promise<void>;
}

/** Delivers notices in the background, and retries until they have arrived. */
export interface Outbox {
  /** Delivers the stored notices. */
  wake(): void;
  /** Delivers a notice without storing it. A stored notice for the same document replaces it. */
  tell(notice: Notice): void;
  /** The problems of quarantined notices, which the sink rejects although it accepts others. */
  problems(): Problem[];
  /** Tries once more for a short time, and stops. The remaining notices are delivered after the next start. */
  close(): Promise<void>;
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

export function openOutbox({
  store,
  sink,
  confirmations = always,
  onDelay,
  onRecovered,
  onQuarantine,
}: OutboxOptions): Outbox {
  const passing = new Map<string, Notice>();
  /** Problems of quarantined notices, by content. These notices are retried after the next start. */
  const quarantined = new Map<string, Problem>();
  /** The number of individual failures of each notice. Notices with fewer failures are tried first. */
  const failed = new Map<string, number>();
  let isClosed = false;
  let failures = 0;
  let running: Promise<void> | null = null;
  let isWoken = false;
  let timer: NodeJS.Timeout | null = null;

  const settle = (notices: readonly Notice[]): void => {
    store.delivered(notices);
    for (const notice of notices) {
      if (passing.get(notice.path) === notice) passing.delete(notice.path);
      failed.delete(keyOf(notice));
    }
  };

  /** Delivers notices one by one, those with the fewest failures first. */
  const deliverEach = async (notices: readonly Notice[]) => {
    const culprits: { notice: Notice; error: unknown }[] = [];
    let arrived = 0;
    const failuresOf = (notice: Notice): number => failed.get(keyOf(notice)) ?? 0;
    for (const notice of notices.toSorted((left, right) => failuresOf(left) - failuresOf(right))) {
      try {
        await sink.deliver([confirmations.withTrueTime(notice)]);
        settle([notice]);
        arrived += 1;
      } catch (error) {
        failed.set(keyOf(notice), failuresOf(notice) + 1);
        culprits.push({ notice, error });
        if (arrived === 0 && culprits.length >= enoughFailures) break;
      }
    }
    return { arrived, culprits };
  };

  /** Delivers notices one by one. Quarantines failing ones only if another arrived; otherwise the sink is at fault. */
  const deliverIndividually = async (notices: readonly Notice[], reason: unknown): Promise<void> => {
    const first = await deliverEach(notices);
    if (first.arrived === 0) throw reason;
    const { culprits } = await deliverEach(first.culprits.map(({ notice }) => notice));
    for (const { notice, error } of culprits) {
      const message = `Could not write this to Firestore: ${messageOf(error)}`;
      const problem = { document: notice.path, field: null, message };
      passing.delete(notice.path);
      failed.delete(keyOf(notice));
      quarantined.set(keyOf(notice), problem);
      onQuarantine(problem);
    }
  };

  const deliverAll = async (): Promise<void> => {
    for (;;) {
      const stored = store.notices(confirmations.toldUpTo());
      for (const { path } of stored) passing.delete(path);
      const notices = [...passing.values(), ...stored.filter((notice) => !quarantined.has(keyOf(notice)))].slice(
        0,
        atOnce,
      );
      if (notices.length === 0) return;
      try {
        await sink.deliver(notices.map(confirmations.withTrueTime));
        settle(notices);
      } catch (error) {
        if (notices.length === 1) throw error;
        await deliverIndividually(notices, error);
      }
      if (failures > 0) onRecovered?.();
      failures = 0;
    }
  };

  const wake = (): void => {
    isWoken = true;
    if (running !== null || isClosed) return;
    if (timer) clearTimeout(timer);
    isWoken = false;
    running = deliverAll()
      .catch((error: unknown) => {
        if (failures === 0) onDelay(error);
        failures += 1;
        timer = setTimeout(wake, Math.min(longestDelay, 500 * 2 ** failures));
        timer.unref();
      })
      .finally(() => {
        running = null;
        if (isWoken && failures === 0) wake();
      });
  };

  return {
    wake,
    tell: (notice) => {
      passing.set(notice.path, notice);
      wake();
    },
    problems: () => [...quarantined.values()],
    close: async () => {
      const last = (running ?? Promise.resolve()).then(() => (failures === 0 ? deliverAll() : undefined));
      isClosed = true;
      if (timer) clearTimeout(timer);
      const { promise: patience, resolve } = Promise.withResolvers<void>();
      const limit = setTimeout(resolve, patienceAtClose);
      await Promise.race([last.catch(() => undefined), patience]);
      clearTimeout(limit);
    },
  };
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
export function openConfirmations(store: Pick<ReleaseStore, 'releases'>): Confirmations {
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
