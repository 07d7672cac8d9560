import { describe } from '@frontage/firestore-server/log';
import type { Log } from '@frontage/firestore-server/log';
import { createDisorder } from './disorder.ts';
import { withTimeout } from './with-timeout.ts';

/** One function an event must reach. */
export interface Target {
  name: string;
  timeoutMs: number;
  /** Whether hosted Firebase would call it again after a failure; here every function is. */
  retry: boolean;
  run(): unknown;
}

export interface PendingEvent {
  id: string;
  /** For log lines: type and subject. */
  title: string;
  targets: Target[];
}

/** A durable queue: `pending` lists the oldest unacknowledged events. */
export interface EventSource {
  name: string;
  pending(limit: number): PendingEvent[];
  ack(eventId: string): void;
}

export interface DeadLetter {
  function: string;
  event: string;
  title: string;
  attempts: number;
  error: string;
}

export interface DeliveryOptions {
  sources: EventSource[];
  log: Log;
  onDeadLetter: (letter: DeadLetter) => void;
  retry?: RetryPolicy | undefined;
  /** Test mode: every event twice, late and out of order, the same for the same seed. */
  disorder?: { seed: number } | undefined;
}

export interface RetryPolicy {
  attempts: number;
  /** Doubles with every attempt, up to `longestMs`. */
  firstMs: number;
  longestMs: number;
}

export interface Deliveries {
  /** Looks for new events soon; never delays the caller. */
  wake(): void;
  /** Resolves once no event is pending, under way or waiting for another attempt. */
  idle(): Promise<void>;
  /** Stops; what is not acknowledged by then is delivered again after the next start. */
  stop(): Promise<void>;
}

export const DEFAULT_RETRY: RetryPolicy = { attempts: 12, firstMs: 100, longestMs: 30_000 };

const BATCH = 128;
// Of one function: one that waits takes no turn from the others.
const CONCURRENCY = 32;
const STOP_GRACE_MS = 2_000;

/**
 * Delivers events at least once, in the background. An event is acknowledged when each of its functions has succeeded or has
 * failed for good; functions fail and are retried independently of each other. Order is not kept.
 */
export function startDeliveries({
  sources,
  log,
  onDeadLetter,
  retry = DEFAULT_RETRY,
  disorder,
}: DeliveryOptions): Deliveries {
  const delays = disorder === undefined ? () => [0] : createDisorder(disorder.seed);
  const inFlight = new Set<string>();
  const waiting = new Set<string>();
  const stopped = new AbortController();
  const waiters = new Set<() => void>();
  const runs = new Set<Promise<unknown>>();
  const slots = new Map<string, Slots>();
  const slotsOf = (name: string): Slots => {
    const own = slots.get(name) ?? createSlots(CONCURRENCY);
    slots.set(name, own);
    return own;
  };
  let woken = false;

  const wake = (): void => {
    if (woken || stopped.signal.aborted) return;
    woken = true;
    setImmediate(() => {
      woken = false;
      if (stopped.signal.aborted) return;
      sources.forEach(pull);
      if (inFlight.size === 0) settle();
    });
  };

  const busy = (): number => inFlight.size - waiting.size;
  const wakeWhenIdle = (): void => {
    if (busy() < BATCH / 2) wake();
  };

  // Events that wait for another attempt stay pending: reading past them keeps bad events from holding up the rest.
  const pull = (source: EventSource): void => {
    if (busy() >= BATCH) return;
    for (const event of source.pending(inFlight.size + BATCH)) {
      const key = `${source.name} ${event.id}`;
      if (inFlight.has(key)) continue;
      inFlight.add(key);
      deliverEvent(event, source)
        .catch((error: unknown) =>
          log({ level: 'error', source: 'functions', message: `${event.title}: ${describe(error)}` }),
        )
        .finally(() => {
          inFlight.delete(key);
          wakeWhenIdle();
        });
    }
  };

  const settle = (): void => {
    if (waiters.size === 0 || sources.some((source) => source.pending(1).length > 0)) return;
    for (const resolve of waiters) resolve();
    waiters.clear();
  };

  const deliverEvent = async (event: PendingEvent, source: EventSource): Promise<void> => {
    await Promise.all(
      delays().flatMap((delayMs) =>
        event.targets.map(async (target) => {
          await pause(delayMs, stopped.signal);
          await deliverTo(target, event, source);
        }),
      ),
    );
    if (!stopped.signal.aborted) source.ack(event.id);
  };

  const deliverTo = async (target: Target, { id, title }: PendingEvent, { name }: EventSource): Promise<void> => {
    const key = `${name} ${id}`;
    for (let attempt = 1; !stopped.signal.aborted; attempt += 1) {
      const failure = await attemptRun(target);
      if (failure === null || stopped.signal.aborted) return;
      const final = attempt >= retry.attempts;
      const hint = target.retry || attempt > 1 ? '' : ' (hosted Firebase would not try again: it lacks `retry: true`)';
      log({
        level: final ? 'error' : 'warn',
        source: 'functions',
        message: `${target.name} failed on ${title} (attempt ${attempt} of ${retry.attempts}${final ? ', giving up' : ''})${hint}: ${failure}`,
      });
      if (final) return onDeadLetter({ function: target.name, event: id, title, attempts: attempt, error: failure });
      waiting.add(key);
      wakeWhenIdle();
      await pause(Math.min(retry.firstMs * 2 ** (attempt - 1), retry.longestMs), stopped.signal);
      waiting.delete(key);
    }
  };

  const attemptRun = async (target: Target): Promise<string | null> => {
    const release = await slotsOf(target.name)();
    if (stopped.signal.aborted) {
      release();
      return null;
    }
    const run = withTimeout(target);
    runs.add(run);
    try {
      return await run;
    } finally {
      runs.delete(run);
      release();
    }
  };

  wake();
  return {
    wake,
    idle: () =>
      new Promise((resolve) => {
        waiters.add(resolve);
        wake();
      }),
    async stop() {
      stopped.abort();
      await Promise.race([Promise.allSettled(runs), pause(STOP_GRACE_MS)]);
    },
  };
}

function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms <= 0 || signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
}

/** Waits for a place; what it resolves to gives the place back. */
type Slots = () => Promise<() => void>;

/** At most `count` holders at a time, served in order of asking. */
function createSlots(count: number): Slots {
  const queue: (() => void)[] = [];
  let taken = 0;
  const release = (): void => {
    const next = queue.shift();
    if (next === undefined) taken -= 1;
    else next();
  };
  return async () => {
    if (taken < count) taken += 1;
    else await new Promise<void>((resolve) => queue.push(resolve));
    return release;
  };
}
