import { createHash } from 'node:crypto';
import {
  type DocumentReference,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  Timestamp,
} from 'firebase-admin/firestore';
import { collections } from '@frontage/model/paths';

export interface Budget {
  /** The counted key; only its digest is stored. */
  key: string;
  /** Attempts allowed in one window. */
  max: number;
  windowMs: number;
}

/** A counter of attempts in one window of time. */
export interface Window {
  count: number;
  /** Milliseconds since 1970. */
  endsAt: number;
}

/** The window after one more attempt, or null when the budget is used up until `endsAt`. An expired window restarts. */
export function countAttempt(stored: Window | null, budget: Budget, now: number): Window | null {
  const current = stored && stored.endsAt > now ? stored : { count: 0, endsAt: now + budget.windowMs };
  return current.count < budget.max ? { ...current, count: current.count + 1 } : null;
}

/** The counter document of a key. A key may contain personal addresses, so only its digest is stored. */
const counterOf = (firestore: Firestore, key: string): DocumentReference =>
  firestore.collection(collections.rateLimits).doc(createHash('sha256').update(key).digest('hex'));

export interface AttemptResult {
  allowed: boolean;
  /** Removes the attempt from the count. */
  refund(): Promise<void>;
}

const notFound = 5;

const windowIn = (snapshot: DocumentSnapshot): Window | null => {
  const { count, expires_at: endsAt } = snapshot.data() ?? {};
  return typeof count === 'number' && endsAt instanceof Timestamp ? { count, endsAt: endsAt.toMillis() } : null;
};

/**
 * Counts an attempt against every budget in one transaction, before it is made. It is allowed, and counted, only if no
 * budget is used up. Throws under high contention, which callers must not treat as allowed.
 */
export async function takeAttempt(
  firestore: Firestore,
  { budgets, now }: { budgets: readonly Budget[]; now: Date },
): Promise<AttemptResult> {
  const counters = budgets.map(({ key }) => counterOf(firestore, key));
  const windowsAfter = (stored: DocumentSnapshot[]): (Window | null)[] =>
    budgets.map((budget, index) => {
      const snapshot = stored[index];
      return countAttempt(snapshot ? windowIn(snapshot) : null, budget, now.getTime());
    });
  // A client over its budget only reads, so that it cannot block transactions of others.
  if (windowsAfter(await firestore.getAll(...counters)).includes(null)) return refused;
  const allowed = await firestore.runTransaction(
    async (transaction) => {
      const next = windowsAfter(await transaction.getAll(...counters));
      if (next.includes(null)) return false;
      next.forEach((window, index) => {
        const counter = counters[index];
        if (!window || !counter) return;
        transaction.set(counter, { count: window.count, expires_at: Timestamp.fromMillis(window.endsAt) });
      });
      return true;
    },
    { maxAttempts: 20 },
  );
  if (!allowed) return refused;
  return {
    allowed,
    async refund() {
      const batch = firestore.batch();
      for (const counter of counters) batch.update(counter, { count: FieldValue.increment(-1) });
      try {
        await batch.commit();
      } catch (error) {
        // A counter whose window has just ended may have been purged.
        if (!(error instanceof Error && 'code' in error && error.code === notFound)) throw error;
      }
    },
  };
}

const refused: AttemptResult = { allowed: false, refund: () => Promise.resolve() };

interface Pressure {
  isHigh(): Promise<boolean>;
  /** Counts one more failure. */
  countFailure(): Promise<void>;
}

interface Gauge {
  key: string;
  /** The number of failures of all clients in one window at which the pressure is high. */
  highFrom: number;
  windowMs: number;
}

/**
 * Counts failed attempts of all clients together. Each window has a separate document, incremented outside
 * transactions, so that many failing clients never block readers.
 */
export function pressureOn(firestore: Firestore, { key, highFrom, windowMs }: Gauge, now: Date): Pressure {
  const index = Math.floor(now.getTime() / windowMs);
  const counter = counterOf(firestore, `${key}|${index}`);
  return {
    async isHigh() {
      const count: unknown = (await counter.get()).get('count');
      return typeof count === 'number' && count >= highFrom;
    },
    async countFailure() {
      const expires_at = Timestamp.fromMillis((index + 1) * windowMs);
      try {
        await counter.set({ count: FieldValue.increment(1), expires_at }, { merge: true });
      } catch {
        // Too many writes at once for one document: the other increments already show the pressure.
      }
    },
  };
}

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
