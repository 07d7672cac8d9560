import type { FailureReason } from '../../lib/errors.ts';

/**
 * The result of a write: stored, merged with changes of another browser, blocked by a clash, or the reason of the
 * failure.
 */
export type WriteResult = 'stored' | 'merged' | 'needs-choice' | FailureReason;

/**
 * The wait after the first keystroke, and after a write of one or two documents: at most 29 documents are written a
 * minute.
 */
const intervals = { firstMs: 500, betweenMs: { 1: 2_080, 2: 4_300 }, retryMs: 2_000, maxRetryMs: 30_000 } as const;

/** One document for a draft, two with the embed code of a demo. */
type Documents = 1 | 2;

interface Before {
  /** Milliseconds since the start of the previous write. */
  sinceLast: number;
  /** How many documents the previous write wrote. */
  documents: Documents;
  /** Consecutive failures. */
  failures: number;
}

/** Milliseconds until the next write. */
export function nextWriteDelay({ sinceLast, documents, failures }: Before): number {
  const between = Math.max(intervals.firstMs, intervals.betweenMs[documents] - sinceLast);
  if (failures === 0) return between;
  return Math.max(between, Math.min(intervals.retryMs * 2 ** (failures - 1), intervals.maxRetryMs));
}

export interface Throttle {
  /** Sets whether there are changes to write. */
  note(isPending: boolean): void;
  /** Sets how many documents the current write writes. */
  count(documents: Documents): void;
  /** Writes pending changes at once; true when none are left. */
  flush(): Promise<boolean>;
  /** Waits for the current write and starts no other until `release`. */
  pause(): Promise<void>;
  release(): void;
  isPending(): boolean;
  /** The reason if the last write failed. */
  failure(): FailureReason | null;
}

/**
 * Runs `attempt` whenever there are changes, one at a time and at a limited rate. `attempt` writes the values current
 * at its call.
 */
export function createThrottle(attempt: () => Promise<WriteResult>, onChange: () => void): Throttle {
  let isPending = false;
  let isPaused = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let running: Promise<void> | null = null;
  let last = Number.NEGATIVE_INFINITY;
  let documents: Documents = 1;
  let failures = 0;
  let failure: FailureReason | null = null;

  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const schedule = () => {
    if (!isPending || isPaused || timer !== null || running !== null) return;
    timer = setTimeout(() => void run(), nextWriteDelay({ sinceLast: Date.now() - last, documents, failures }));
  };
  const writeOnce = async () => {
    last = Date.now();
    const result = await attempt();
    const hasFailed = result !== 'stored' && result !== 'merged' && result !== 'needs-choice';
    failure = hasFailed ? result : null;
    failures = hasFailed ? failures + 1 : 0;
  };
  const run = (): Promise<void> => {
    stop();
    running ??= writeOnce().finally(() => {
      running = null;
      schedule();
      onChange();
    });
    return running;
  };

  return {
    note(next) {
      if (next !== isPending) {
        isPending = next;
        onChange();
      }
      if (isPending) schedule();
      else stop();
    },
    count(next) {
      documents = next;
    },
    async flush() {
      await running;
      if (isPending && !isPaused) await run();
      return !isPending;
    },
    async pause() {
      isPaused = true;
      stop();
      await running;
    },
    release() {
      isPaused = false;
      schedule();
    },
    isPending: () => isPending,
    failure: () => failure,
  };
}
