import { FieldValue, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { counterOf } from './counter.ts';

export interface Pressure {
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
