import { countAttempt, type Budget, type Window } from './window.ts';

export interface AttemptCounter {
  /** Counts an attempt; false if the budget is used up. */
  take(budget: Budget, now: Date): boolean;
}

/**
 * Counts attempts in memory, without writing to Firestore. Keeps at most `maxCounters` counters and evicts the oldest.
 */
export function createAttemptCounter(maxCounters: number): AttemptCounter {
  const windows = new Map<string, Window>();
  return {
    take(budget, now) {
      const next = countAttempt(windows.get(budget.key) ?? null, budget, now.getTime());
      if (next === null) return false;
      windows.set(budget.key, next);
      const [oldest = ''] = windows.keys();
      if (windows.size > maxCounters) windows.delete(oldest);
      return true;
    },
  };
}
