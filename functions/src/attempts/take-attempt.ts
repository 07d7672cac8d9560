import { FieldValue, Timestamp, type DocumentSnapshot, type Firestore } from 'firebase-admin/firestore';
import { counterOf } from './counter.ts';
import { countAttempt, type Budget, type Window } from './window.ts';

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
