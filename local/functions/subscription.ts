import { setTimeout } from 'node:timers/promises';
import { describe } from '@frontage/firestore-server/log';
import type { Log } from '@frontage/firestore-server/log';
import type { Turn } from './precedence.ts';
import { withTimeout } from './with-timeout.ts';

/** A function that hears of events. */
export interface Target {
  name: string;
  timeoutMs: number;
  /** How many calls may be under way. */
  concurrency: number;
  /** Whether hosted Firebase would call it again after a failure; here every function is. */
  retry: boolean;
  /** Calls it with the event of this number. */
  run(sequence: number): unknown;
}

/** An event, without what it says. Numbers grow. */
export interface Heading {
  sequence: number;
  /** Whether the function of this name is to hear of it. */
  reaches(name: string): boolean;
}

export interface DeadLetter {
  function: string;
  event: string;
  title: string;
  attempts: number;
  error: string;
}

export interface RetryPolicy {
  attempts: number;
  /** Doubles with every attempt, up to `longestMs`. */
  firstMs: number;
  longestMs: number;
}

export interface SubscriptionOptions {
  target: Target;
  turn: Turn;
  /** It is past all events up to here. */
  from: number;
  retry: RetryPolicy;
  /** When to deliver an event, in ms from now: as often as there are numbers. */
  delays: () => number[];
  describe: (sequence: number) => { id: string; title: string };
  log: Log;
  onDeadLetter: (letter: DeadLetter) => void;
  /** Called when something came to its end, or room for more. */
  onProgress: () => void;
  stopped: AbortSignal;
}

/** One function on its way through the events of a source. */
export interface Subscription {
  /** It has taken all events up to here. */
  taken(): number;
  /** It is past all events up to here: what reached it has succeeded or failed for good. */
  past(): number;
  hasRoom(): boolean;
  isIdle(): boolean;
  /** The next event. */
  take(heading: Heading): void;
  /** Begins what waits for its turn. */
  proceed(): void;
  /** Resolves when no call is under way. */
  quiet(): Promise<void>;
}

interface Delivery {
  sequence: number;
  attempt: number;
}

// Most of these wait for another attempt. A function that fails with so many reads no further until it has given some up.
const mostUnfinished = 4_096;

export function subscribe(options: SubscriptionOptions): Subscription {
  const { target, turn, retry, delays, log, onProgress, stopped } = options;
  let taken = options.from;
  // How many deliveries are left of each, the oldest first.
  const unfinished = new Map<number, number>();
  const ready: Delivery[] = [];
  const calls = new Set<Promise<void>>();

  const proceed = (): void => {
    while (calls.size < target.concurrency && turn.isOpen(calls.size) && !stopped.aborted) {
      const delivery = ready.shift();
      if (delivery === undefined) return;
      const call = deliver(delivery)
        .catch((error: unknown) =>
          log({ level: 'error', source: 'functions', message: `${target.name}: ${describe(error)}` }),
        )
        .finally(() => {
          calls.delete(call);
          turn.end();
          proceed();
          onProgress();
        });
      turn.begin();
      calls.add(call);
    }
  };

  const deliver = async ({ sequence, attempt }: Delivery): Promise<void> => {
    const failure = await withTimeout({ run: () => target.run(sequence), timeoutMs: target.timeoutMs });
    if (failure === null) return finish(sequence);
    if (stopped.aborted) return;
    const isFinal = attempt >= retry.attempts;
    const { id, title } = options.describe(sequence);
    const hint = target.retry || attempt > 1 ? '' : ' (hosted Firebase would not try again: it lacks `retry: true`)';
    log({
      level: isFinal ? 'error' : 'warn',
      source: 'functions',
      message: `${target.name} failed on ${title} (attempt ${attempt} of ${retry.attempts}${isFinal ? ', giving up' : ''})${hint}: ${failure}`,
    });
    if (!isFinal) {
      const wait = Math.min(retry.firstMs * 2 ** (attempt - 1), retry.longestMs);
      return deliverIn(wait, { sequence, attempt: attempt + 1 });
    }
    options.onDeadLetter({ function: target.name, event: id, title, attempts: attempt, error: failure });
    finish(sequence);
  };

  const deliverIn = (ms: number, delivery: Delivery): void => {
    const add = (): void => {
      ready.push(delivery);
      proceed();
    };
    if (ms <= 0) add();
    else setTimeout(ms, undefined, { signal: stopped }).then(add, () => undefined);
  };

  const finish = (sequence: number): void => {
    const left = (unfinished.get(sequence) ?? 1) - 1;
    if (left > 0) unfinished.set(sequence, left);
    else unfinished.delete(sequence);
  };

  return {
    taken: () => taken,
    past() {
      const [oldest] = unfinished.keys();
      return oldest === undefined ? taken : oldest - 1;
    },
    hasRoom: () => ready.length < target.concurrency && unfinished.size < mostUnfinished,
    isIdle: () => unfinished.size === 0,
    take(heading) {
      const { sequence } = heading;
      taken = sequence;
      if (!heading.reaches(target.name)) return;
      const times = delays();
      unfinished.set(sequence, times.length);
      for (const ms of times) deliverIn(ms, { sequence, attempt: 1 });
    },
    proceed,
    quiet: async () => void (await Promise.all(calls)),
  };
}
