import type { FailureReason } from '../../lib/failure-reasons.ts';

/** What became of an attempt: it is kept, somebody else's changes came first, somebody must choose, or why it failed. */
export type Attempted = 'kept' | 'met' | 'asks' | FailureReason;

/** From the first keystroke after a rest to the write; after a write of so many documents, so that a minute has at most 29. */
const paces = { firstMs: 500, betweenMs: { 1: 2_080, 2: 4_300 }, againMs: 2_000, againAtMostMs: 30_000 } as const;

/** A draft, and a demo's code with it. */
type Documents = 1 | 2;

interface Before {
  /** Since the write before began. */
  sinceLast: number;
  /** How many documents that one wrote. */
  documents: Documents;
  /** In a row. */
  failures: number;
}

/** Milliseconds until the next write. */
export function waitFor({ sinceLast, documents, failures }: Before): number {
  const between = Math.max(paces.firstMs, paces.betweenMs[documents] - sinceLast);
  if (failures === 0) return between;
  return Math.max(between, Math.min(paces.againMs * 2 ** (failures - 1), paces.againAtMostMs));
}

export interface DraftPace {
  /** Says that there is something to write, or nothing any more. */
  note(isPending: boolean): void;
  /** Says how many documents the write under way writes. */
  count(documents: Documents): void;
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
  let documents: Documents = 1;
  let failures = 0;
  let failure: FailureReason | null = null;

  const stop = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  };
  const schedule = () => {
    if (!isPending || isHeld || timer !== null || running !== null) return;
    timer = setTimeout(() => void run(), waitFor({ sinceLast: Date.now() - last, documents, failures }));
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
    count(next) {
      documents = next;
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
