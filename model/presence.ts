import { z } from 'zod';
import { moment } from './fields.ts';

/** A stored `presence` document: that somebody has a document open, or had. */
export const presenceDocument = z.object({
  /** `{collection}_{id}` of what is open. */
  document: z.string(),
  name: z.string(),
  is_here: z.boolean(),
  /** Server time of the last word of it. */
  seen_at: moment,
});

export interface Present {
  uid: string;
  name: string;
  isHere: boolean;
  /** Milliseconds since the epoch, by the server's clock. */
  seenAt: number;
}

/** How often somebody says that they are still there, and how long that holds: two words may come late. */
export const presenceTimes = { heartbeatMs: 60_000, holdsMs: 100_000, keptMs: 24 * 60 * 60_000 } as const;

/**
 * The others who have a document open. Judged by the newest word of one's own, so that no clock but the server's counts:
 * nobody before that has arrived.
 */
export function othersHere(present: readonly Present[], uid: string): Present[] {
  const own = present.find((person) => person.uid === uid);
  if (!own) return [];
  const oldest = own.seenAt - presenceTimes.holdsMs;
  return present.filter((person) => person.uid !== uid && person.isHere && person.seenAt >= oldest);
}

/**
 * Milliseconds between two looks at whether somebody saved a document, so that a save is seen within 2 seconds by those
 * who have it open together, and within 10 by somebody alone with it: the answer takes its time as well.
 */
export const lookEvery = (others: number): number => (others > 0 ? 1_500 : 9_000);
