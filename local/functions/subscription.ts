import { setTimeout } from 'node:timers/promises';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, type Log } from '@frontage/firestore-server/log';
import type { CallPermission } from './priority.ts';
import { withTimeout } from './with-timeout.ts';

/** A function that receives events. */
export interface Target {
  name: string;
  timeoutMs: number;
  /** The maximum number of concurrent calls. */
  concurrency: number;
  /** Whether hosted Firebase would retry it after a failure; here every function is retried. */
  retry: boolean;
  /** Calls the function with the event of this number. */
  run(sequence: number): unknown;
}

/** An event without its data. Numbers increase. */
export interface Heading {
  sequence: number;
  /** Whether the function of this name receives it. */
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
  /** Pause before the first retry; doubles with every attempt, up to `longestMs`. */
  firstMs: number;
  longestMs: number;
}

export interface SubscriptionOptions {
  target: Target;
  turn: CallPermission;
  /** The position after a restart: all events up to here are finished. */
  from: number;
  retry: RetryPolicy;
  /** The delays of an event's deliveries in ms, one per delivery. */
  delays: () => number[];
  describe: (sequence: number) => { id: string; title: string };
  log: Log;
  onDeadLetter: (letter: DeadLetter) => void;
  /** Called when a call ended and there is capacity for more events. */
  onProgress: () => void;
  stopped: AbortSignal;
}

/** The progress of one function through the events of a source. */
export interface Subscription {
  /** The number of the last event passed to `take`. */
  taken(): number;
  /** The number up to which the calls of all events succeeded or failed permanently. */
  finishedUpTo(): number;
  /** Whether it can take another event. */
  hasCapacity(): boolean;
  /** Whether every taken event is finished. */
  isIdle(): boolean;
  /** Queues the calls for the next event. */
  take(heading: Heading): void;
  /** Starts waiting calls. */
  startCalls(): void;
  /** Resolves when no call is running. */
  whenQuiet(): Promise<void>;
}

interface Delivery {
  sequence: number;
  attempt: number;
}

// Most unfinished events wait for a retry. A function with this many reads no further events until it has given up on
// some.
const maxUnfinished = 4_096;

export function subscribe(options: SubscriptionOptions): Subscription {
  const { target, turn, retry, delays, log, onProgress, stopped } = options;
  let taken = options.from;
  // The number of remaining deliveries of each event, oldest first.
  const unfinished = new Map<number, number>();
  const ready: Delivery[] = [];
  const calls = new Set<Promise<void>>();

  const startCalls = (): void => {
    while (calls.size < target.concurrency && turn.mayStart(calls.size) && !stopped.aborted) {
      const delivery = ready.shift();
      if (delivery === undefined) return;
      const call = deliver(delivery)
        .catch((error: unknown) =>
          log({ level: 'error', source: 'functions', message: `${target.name}: ${describe(error)}` }),
        )
        .finally(() => {
          calls.delete(call);
          turn.onEnd();
          startCalls();
          onProgress();
        });
      turn.onStart();
      calls.add(call);
    }
  };

  const deliver = async ({ sequence, attempt }: Delivery): Promise<void> => {
    const failure = await withTimeout({ run: () => target.run(sequence), timeoutMs: target.timeoutMs });
    if (failure === null) return finish(sequence);
    if (stopped.aborted) return;
    const isFinal = attempt >= retry.attempts;
    const { id, title } = options.describe(sequence);
    const hint = target.retry || attempt > 1 ? '' : ' (hosted Firebase would not retry it: `retry: true` is missing)';
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
      startCalls();
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
    finishedUpTo() {
      const [oldest] = unfinished.keys();
      return oldest === undefined ? taken : oldest - 1;
    },
    hasCapacity: () => ready.length < target.concurrency && unfinished.size < maxUnfinished,
    isIdle: () => unfinished.size === 0,
    take(heading) {
      const { sequence } = heading;
      taken = sequence;
      if (!heading.reaches(target.name)) return;
      const times = delays();
      unfinished.set(sequence, times.length);
      for (const ms of times) deliverIn(ms, { sequence, attempt: 1 });
    },
    startCalls,
    whenQuiet: async () => void (await Promise.all(calls)),
  };
}

/** Returns a function that appends one JSON line to `file` for every event that is given up. */
export function appendDeadLetter(file: string): (letter: DeadLetter) => void {
  return (letter) => {
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), ...letter })}\n`);
  };
}
