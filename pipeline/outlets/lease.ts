import { numberedName, numberIn, type Objects } from '../log/objects.ts';

/**
 * An exclusive right, held by one process at a time. It expires unless its holder renews it; then another process can
 * take it.
 */
export interface Lease {
  /**
   * Takes or renews the lease. Returns its expiry in milliseconds since the epoch, or null if another process holds it.
   */
  hold(): Promise<number | null>;
  /** Releases the lease if this process holds it. */
  end(): Promise<void>;
}

export interface LeaseOptions {
  objects: Objects;
  name: string;
  /** Unique id of this process. */
  holder: string;
  /** Milliseconds after which the lease expires unless it is renewed. */
  duration: number;
  now: () => number;
}

/** A lease that is always held, for work that no other process does. */
export const permanentLease: Lease = { hold: () => Promise.resolve(Infinity), end: () => Promise.resolve() };

// Twenty turns of two entries each, one to take and one to release the lease. A process that is slow between listing
// the entries and creating the next one must find its number taken. It must not be free again.
const keptEntries = 40;

interface LeaseRecord {
  holder: string;
  until: number;
}

/**
 * A lease as numbered objects: each renewal creates the object with the next number, which only one process can do.
 */
export function openLease({ objects, name, holder, duration, now }: LeaseOptions): Lease {
  const prefix = `leases/${name}`;
  let held: { number: number; until: number } | null = null;
  let lastSeen = { number: 0, until: 0 };
  let clearing: Promise<unknown> = Promise.resolve();
  let holding: Promise<number | null> | null = null;

  /** When the lease in this entry expires, if another process holds it; otherwise 0. */
  const expiryOfOther = async (number: number): Promise<number> => {
    if (number === 0 || number === held?.number) return 0;
    const bytes = await objects.read(numberedName(prefix, number));
    const lease = bytes && (JSON.parse(Buffer.from(bytes).toString()) as LeaseRecord);
    if (!lease || lease.holder === holder) return 0;
    // The clock of the other process may be fast: its lease expires at most `duration` after it was first seen here.
    const seenUntil = number === lastSeen.number ? lastSeen.until : now() + duration;
    lastSeen = { number, until: Math.min(lease.until, seenUntil) };
    return lastSeen.until;
  };

  const take = async (number: number, until: number): Promise<boolean> =>
    objects.create(numberedName(prefix, number), Buffer.from(JSON.stringify({ holder, until } satisfies LeaseRecord)));

  const renew = async (): Promise<number | null> => {
    const numbers = (await objects.list(`${prefix}/`)).flatMap((found) => numberIn(prefix, found) ?? []);
    const newest = numbers.pop() ?? 0;
    if ((await expiryOfOther(newest)) > now()) {
      held = null;
      return null;
    }
    const until = now() + duration;
    held = (await take(newest + 1, until)) ? { number: newest + 1, until } : null;
    // Old entries are removed in the background. The next renewal removes those that are left.
    await clearing;
    const superfluous = numbers.filter((number) => number <= newest - keptEntries);
    clearing = Promise.allSettled(superfluous.map((number) => objects.remove(numberedName(prefix, number))));
    return held?.until ?? null;
  };

  return {
    hold: () => {
      // A lease that is valid for more than half of its duration needs no request.
      if (held && held.until - now() > duration / 2) return Promise.resolve(held.until);
      return (holding ??= renew().finally(() => (holding = null)));
    },
    end: async () => {
      await holding?.catch(() => undefined);
      const number = held?.number;
      held = null;
      if (number !== undefined) await take(number + 1, 0);
      await clearing;
    },
  };
}
