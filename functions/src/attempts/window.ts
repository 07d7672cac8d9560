/** A counter of attempts in one window of time. */
export interface Window {
  count: number;
  /** Milliseconds since 1970. */
  endsAt: number;
}

export interface Budget {
  /** The counted key; only its digest is stored. */
  key: string;
  /** Attempts allowed in one window. */
  max: number;
  windowMs: number;
}

/** The window after one more attempt, or null when the budget is used up until `endsAt`. An expired window restarts. */
export function countAttempt(stored: Window | null, budget: Budget, now: number): Window | null {
  const current = stored && stored.endsAt > now ? stored : { count: 0, endsAt: now + budget.windowMs };
  return current.count < budget.max ? { ...current, count: current.count + 1 } : null;
}
