import { z } from 'zod';
import { moment } from './fields.ts';

/** A stored `presence` document: a user has or had a document open. */
export const presenceDocument = z.object({
  /** `{collection}_{id}` of the open document. */
  document: z.string(),
  name: z.string(),
  is_here: z.boolean(),
  /** Server time of the last heartbeat. */
  seen_at: moment,
});

export interface Present {
  uid: string;
  name: string;
  isHere: boolean;
  /** Milliseconds since the epoch, by the server's clock. */
  seenAt: number;
}

/** Intervals of presence: a heartbeat is valid for `holdsMs`, so that one may be late. */
export const presenceTimes = { heartbeatMs: 60_000, holdsMs: 100_000, keptMs: 24 * 60 * 60_000 } as const;

/**
 * The other users with a document open. Ages are relative to the caller's own newest heartbeat, so that only the server's clock
 * counts; the list is empty until that has arrived.
 */
export function otherEditors(present: readonly Present[], uid: string): Present[] {
  const own = present.find((person) => person.uid === uid);
  if (!own) return [];
  const oldest = own.seenAt - presenceTimes.holdsMs;
  return present.filter((person) => person.uid !== uid && person.isHere && person.seenAt >= oldest);
}

/**
 * Milliseconds between two polls for saves of an open document. A save is seen within 2 seconds by users with the document open
 * together, and within 10 by a single user, including the time of the response.
 */
export const presenceInterval = (others: number): number => (others > 0 ? 1_500 : 9_000);
