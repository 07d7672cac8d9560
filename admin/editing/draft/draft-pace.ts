import type { FailureReason } from '../../lib/failure-reasons.ts';

/** What became of an attempt: it is kept, somebody else's changes came first, somebody must choose, or why it failed. */
export type Attempted = 'kept' | 'met' | 'asks' | FailureReason;

/** From the first keystroke after a rest to the write; between two writes, so that a minute has at most 29. */
const paces = { firstMs: 500, betweenMs: 2_080, againMs: 2_000, againAtMostMs: 30_000 } as const;

/** Milliseconds until the next write, `sinceLast` after the one before began and after as many failures in a row. */
export function waitFor({ sinceLast, failures }: { sinceLast: number; failures: number }): number {
  const between = Math.max(paces.firstMs, paces.betweenMs - sinceLast);
  if (failures === 0) return between;
  return Math.max(between, Math.min(paces.againMs * 2 ** (failures - 1), paces.againAtMostMs));
}

export interface DraftPace {
  /** Says that there is something to write, or nothing any more. */
  note(isPending: boolean): void;
  /** Writes what there is now, and waits for it; true when nothing is left. */
  flush(): Promise<boolean>;
  /** Waits for a write under way and begins none until it is released. */
  hold(): Promise<void>;
  release(): void;
  isPending(): boolean;
  /** Why the last attempt failed; null after one that did not. */
  failure(): FailureReason | null;
}

/** Writes one after the other at a bearable pace. `attempt` writes whatever stands there when it is called. */
export function draftPace(attempt: () => Promise<Attempted>, onChange: () => void): DraftPace {
  let isPending = false;
  let isHeld = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let running: Promise<void> | null = null;
  let last = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let failure: FailureReason | null = null;

  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const schedule = () => {
    if (!isPending || isHeld || timer !== null || running !== null) return;
    timer = setTimeout(() => void run(), waitFor({ sinceLast: Date.now() - last, failures }));
  };
  const once = async () => {
    last = Date.now();
    const became = await attempt();
    const hasFailed = became !== 'kept' && became !== 'met' && became !== 'asks';
    failure = hasFailed ? became : null;
    failures = hasFailed ? failures + 1 : 0;
  };
  const run = (): Promise<void> => {
    stop();
    running ??= once().finally(() => {
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
    async flush() {
      await running;
      if (isPending && !isHeld) await run();
      return !isPending;
    },
    async hold() {
      isHeld = true;
      stop();
      await running;
    },
    release() {
      isHeld = false;
      schedule();
    },
    isPending: () => isPending,
    failure: () => failure,
  };
}
