import { countAttempt, type Budget, type Window } from './window.ts';

export interface Tally {
  /** Counts one more attempt; false when the budget is used up. */
  take(budget: Budget, now: Date): boolean;
}

/** Counts attempts in this process alone, for what shall leave no trace in the store: `most` counters, the oldest makes room. */
export function createTally(most: number): Tally {
  const windows = new Map<string, Window>();
  return {
    take(budget, now) {
      const next = countAttempt(windows.get(budget.key) ?? null, budget, now.getTime());
      if (next === null) return false;
      windows.set(budget.key, next);
      const [oldest = ''] = windows.keys();
      if (windows.size > most) windows.delete(oldest);
      return true;
    },
  };
}
