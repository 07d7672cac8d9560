import { z } from 'zod';
import { moment } from '@frontage/model/fields';

/** A stored `presence` document: the heartbeat of a user with an open document. */
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

/**
 * A heartbeat is sent every `heartbeatMs` and valid for `holdsMs`, so that one may be late. Documents are kept for
 * `keptMs`.
 */
export const presenceTimes = { heartbeatMs: 60_000, holdsMs: 100_000, keptMs: 24 * 60 * 60_000 } as const;

/**
 * The other users with a document open. Ages are relative to the newest heartbeat of user `uid`, so that only the
 * server's clock is used; the list is empty until that heartbeat exists.
 */
export function otherEditors(present: readonly Present[], uid: string): Present[] {
  const own = present.find((person) => person.uid === uid);
  if (!own) return [];
  const oldest = own.seenAt - presenceTimes.holdsMs;
  return present.filter((person) => person.uid !== uid && person.isHere && person.seenAt >= oldest);
}

/**
 * Milliseconds between polls for saves of an open document. Including response time, a save is noticed within 2 seconds
 * if several users have the document open, else within 10 seconds.
 */
export const presenceInterval = (others: number): number => (others > 0 ? 1_500 : 9_000);
