import type { Problem } from '@frontage/model/build-state';
import { messageOf } from '@frontage/model/message-of';
import type { Confirmations } from './confirmations.ts';
import type { Notice, ReleaseStore } from './store.ts';

/** Where notices go. */
export interface NoticeSink {
  /** Delivers all of them or none. */
  deliver(notices: readonly Notice[]): Promise<void>;
}

/** Delivers notices in the background, again and again until they have arrived. */
export interface Outbox {
  /** Delivers the stored notices. */
  wake(): void;
  /** Delivers a notice worth nothing later; a stored one for the same document takes its place. */
  tell(notice: Notice): void;
  /** Notices that cannot be delivered though others can. */
  problems(): Problem[];
  /** Tries once more, briefly, and stops. The rest is delivered after the next start. */
  close(): Promise<void>;
}

interface OutboxOptions {
  store: Pick<ReleaseStore, 'notices' | 'delivered'>;
  /** Keeps notices back that are not true yet. */
  confirmations?: Pick<Confirmations, 'toldUpTo' | 'withTrueTime'>;
  sink: NoticeSink;
  /** Called for the first failure of a sequence. */
  onDelay: (error: unknown) => void;
  /** Called when notices arrive again. */
  onRecovered?: () => void;
  /** Called for a quarantined notice. */
  onSetAside: (problem: Problem) => void;
}

const atOnce = 200;
const longestDelay = 60_000;
const patienceAtClose = 2_000;
// So many that fail alone, and none that arrives, are the sink's fault.
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
  onSetAside,
}: OutboxOptions): Outbox {
  const passing = new Map<string, Notice>();
  /** Errors of quarantined notices, by content: they wait for the next start. */
  const aside = new Map<string, Problem>();
  /** How often a notice failed alone: those that did not yet go first. */
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

  /** Delivers notices one by one, those that failed least often first. */
  const deliverEach = async (notices: readonly Notice[]) => {
    const culprits: { notice: Notice; error: unknown }[] = [];
    let arrived = 0;
    const often = (notice: Notice): number => failed.get(keyOf(notice)) ?? 0;
    for (const notice of notices.toSorted((left, right) => often(left) - often(right))) {
      try {
        await sink.deliver([confirmations.withTrueTime(notice)]);
        settle([notice]);
        arrived += 1;
      } catch (error) {
        failed.set(keyOf(notice), often(notice) + 1);
        culprits.push({ notice, error });
        if (arrived === 0 && culprits.length >= enoughFailures) break;
      }
    }
    return { arrived, culprits };
  };

  /** Delivers notices one by one, and quarantines failing ones once another was accepted: before, all may have been refused. */
  const deliverApart = async (notices: readonly Notice[], reason: unknown): Promise<void> => {
    const first = await deliverEach(notices);
    if (first.arrived === 0) throw reason;
    const { culprits } = await deliverEach(first.culprits.map(({ notice }) => notice));
    for (const { notice, error } of culprits) {
      const message = `Could not write this to Firestore: ${messageOf(error)}`;
      const problem = { document: notice.path, field: null, message };
      passing.delete(notice.path);
      failed.delete(keyOf(notice));
      aside.set(keyOf(notice), problem);
      onSetAside(problem);
    }
  };

  const deliverAll = async (): Promise<void> => {
    for (;;) {
      const stored = store.notices(confirmations.toldUpTo());
      for (const { path } of stored) passing.delete(path);
      const notices = [...passing.values(), ...stored.filter((notice) => !aside.has(keyOf(notice)))].slice(0, atOnce);
      if (notices.length === 0) return;
      try {
        await sink.deliver(notices.map(confirmations.withTrueTime));
        settle(notices);
      } catch (error) {
        if (notices.length === 1) throw error;
        await deliverApart(notices, error);
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
    problems: () => [...aside.values()],
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
