import { FieldValue, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { counterOf } from './counter.ts';

export interface Pressure {
  isHigh(): Promise<boolean>;
  /** Counts one more failure. */
  rise(): Promise<void>;
}

interface Gauge {
  key: string;
  /** Failures of everybody together in one window from which on the pressure is high. */
  highFrom: number;
  windowMs: number;
}

/**
 * How hard everybody together tries at one thing. Each window has a document of its own, written blindly and in no
 * transaction: a crowd that fails waits for itself, while whoever only reads is held up by nobody.
 */
export function pressureOn(firestore: Firestore, { key, highFrom, windowMs }: Gauge, now: Date): Pressure {
  const index = Math.floor(now.getTime() / windowMs);
  const counter = counterOf(firestore, `${key}|${index}`);
  return {
    async isHigh() {
      const count: unknown = (await counter.get()).get('count');
      return typeof count === 'number' && count >= highFrom;
    },
    async rise() {
      const expires_at = Timestamp.fromMillis((index + 1) * windowMs);
      try {
        await counter.set({ count: FieldValue.increment(1), expires_at }, { merge: true });
      } catch {
        // Too many at once for one document, which the others' counts say already.
      }
    },
  };
}
