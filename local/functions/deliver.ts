import { setTimeout as pause } from 'node:timers/promises';
import { describe, type Log } from '@frontage/firestore-server/log';
import type { Readers } from '@frontage/firestore-server/readers';
import { createPriorities, type PriorityOptions } from './priority.ts';
import {
  type DeadLetter,
  type Heading,
  type RetryPolicy,
  subscribe,
  type Subscription,
  type Target,
} from './subscription.ts';

/** A durable log of events, and the functions that receive them. */
export interface EventSource {
  name: string;
  targets: Target[];
  /** The stored position of each function. */
  readers: Readers;
  /** The oldest events later than `after`. */
  headings(after: number, limit: number): Heading[];
  /** The id and title of an event, for log lines. */
  describe(sequence: number): { id: string; title: string };
}

export interface DeliveryOptions {
  sources: EventSource[];
  log: Log;
  onDeadLetter: (letter: DeadLetter) => void;
  retry?: RetryPolicy | undefined;
  /** The delays of an event's deliveries in ms, one per delivery. Default: one delivery at once. */
  delays?: (() => number[]) | undefined;
  /** Default: no function has priority. */
  priority?: PriorityOptions | undefined;
}

export interface Deliveries {
  /** Schedules a check for new events; never blocks the caller. */
  wake(): void;
  /** Resolves once no event is pending, running or waiting for a retry. */
  idle(): Promise<void>;
  /** Stops deliveries. Unfinished events are delivered again after the next start. */
  stop(): Promise<void>;
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 12, firstMs: 100, longestMs: 30_000 };

const BATCH = 256;
const STORE_AFTER_MS = 100;
const STOP_GRACE_MS = 2_000;
/** Receives no event, so that events without a subscriber are acknowledged and deleted. */
const noopTarget: Target = { name: '', timeoutMs: 0, concurrency: 1, retry: false, run: () => undefined };

/**
 * Delivers events at least once, in the background. Each function has its own subscription: it starts events in their
 * order, runs several at a time, and waits neither for another function nor for a failed event. After a restart it
 * resumes with its oldest unfinished event.
 */
export function startDeliveries({
  sources,
  log,
  onDeadLetter,
  retry = DEFAULT_RETRY,
  delays = () => [0],
  priority = { isPriority: () => false },
}: DeliveryOptions): Deliveries {
  const stop = new AbortController();
  const stopped = stop.signal;
  const waiters = new Set<() => void>();
  const turns = createPriorities(priority, () => {
    for (const each of feeds) each.startCalls();
  });
  let woken = false;
  let storeTimer: NodeJS.Timeout | undefined;

  const wake = (): void => {
    if (woken || stopped.aborted) return;
    woken = true;
    setImmediate(() => {
      woken = false;
      if (stopped.aborted) return;
      storeTimer ??= setTimeout(keep, STORE_AFTER_MS);
      const read = feeds.reduce((sum, each) => sum + each.pull(), 0);
      if (read > 0) wake();
      else settle();
    });
  };

  const keep = (): void => {
    clearTimeout(storeTimer);
    storeTimer = undefined;
    for (const each of feeds) each.keep();
  };

  const settle = (): void => {
    if (waiters.size === 0 || !feeds.every((each) => each.isIdle())) return;
    keep();
    for (const resolve of waiters) resolve();
    waiters.clear();
  };

  // Functions at the same position receive an event in this order, priority functions first.
  const rank = ({ name }: Target): number => (priority.isPriority(name) ? 0 : 1);
  const feeds = sources.map((source) => {
    const from = source.readers.positions();
    const subscriptions = new Map(
      [noopTarget, ...source.targets.toSorted((one, other) => rank(one) - rank(other))].map((target) => [
        target.name,
        subscribe({
          target,
          turn: turns.turnOf(target.name),
          from: from.get(target.name) ?? 0,
          retry,
          delays,
          describe: source.describe,
          log,
          onDeadLetter,
          onProgress: wake,
          stopped,
        }),
      ]),
    );
    return follow(source, subscriptions, log);
  });

  wake();
  return {
    wake,
    idle: () =>
      new Promise((resolve) => {
        waiters.add(resolve);
        wake();
      }),
    async stop() {
      stop.abort();
      turns.stop();
      const timeout = new AbortController();
      await Promise.race([
        Promise.all(feeds.map((each) => each.whenQuiet())),
        pause(STOP_GRACE_MS, undefined, { signal: timeout.signal }),
      ]);
      timeout.abort();
      keep();
    },
  };
}

/** Delivers the events of one source to its functions. */
function follow(source: EventSource, subscriptions: ReadonlyMap<string, Subscription>, log: Log) {
  const all = [...subscriptions.values()];
  let kept = '';
  return {
    /**
     * Gives more events to functions with free capacity; returns the number of read events. Functions at the same
     * position share a read.
     */
    pull(): number {
      const byPosition = Map.groupBy(
        all.filter((each) => each.hasCapacity()),
        (each) => each.taken(),
      );
      let read = 0;
      for (const [position, group] of byPosition) {
        for (const heading of source.headings(position, BATCH)) {
          read += 1;
          for (const each of group) each.take(heading);
        }
      }
      return read;
    },
    keep(): void {
      const positions = new Map([...subscriptions].map(([name, each]) => [name, each.finishedUpTo()]));
      const now = JSON.stringify([...positions]);
      if (now === kept) return;
      try {
        source.readers.keep(positions);
        kept = now;
      } catch (error) {
        // Positions that were not stored are delivered again.
        log({ level: 'error', source: 'functions', message: `${source.name}: ${describe(error)}` });
      }
    },
    startCalls(): void {
      for (const each of all) each.startCalls();
    },
    isIdle: () => all.every((each) => each.isIdle()),
    whenQuiet: () => Promise.all(all.map((each) => each.whenQuiet())),
  };
}
