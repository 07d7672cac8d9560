import { numberedName, numberIn, type Objects } from './objects.ts';

/** Work that one process does at a time. It passes to another one when its holder has not renewed it in time. */
export interface Lease {
  /**
   * Takes the lease, or renews it: until when it holds, in milliseconds since the epoch; null when another process has it.
   */
  hold(): Promise<number | null>;
  /** Gives it back, if this process has it. */
  end(): Promise<void>;
}

export interface LeaseOptions {
  objects: Objects;
  name: string;
  /** Unique id of this process. */
  holder: string;
  /** Milliseconds a lease holds without being renewed. */
  duration: number;
  now: () => number;
}

/** For work that no other process does. */
export const ownLease: Lease = { hold: () => Promise.resolve(Infinity), end: () => Promise.resolve() };

// An entry stays until twenty turns later: a process that listed the entries and is slow to create the next one must find
// its number taken, not free again.
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
  let others = { number: 0, until: 0 };
  let clearing: Promise<unknown> = Promise.resolve();
  let holding: Promise<number | null> | null = null;

  /** Until when another process has the lease of this number, if one has. */
  const heldByOthers = async (number: number): Promise<number> => {
    if (number === 0 || number === held?.number) return 0;
    const bytes = await objects.read(numberedName(prefix, number));
    const lease = bytes && (JSON.parse(Buffer.from(bytes).toString()) as LeaseRecord);
    if (!lease || lease.holder === holder) return 0;
    // Its clock may be fast: a lease never holds for longer than its duration from when it was first seen.
    const seenUntil = number === others.number ? others.until : now() + duration;
    others = { number, until: Math.min(lease.until, seenUntil) };
    return others.until;
  };

  const take = async (number: number, until: number): Promise<boolean> =>
    objects.create(numberedName(prefix, number), Buffer.from(JSON.stringify({ holder, until } satisfies LeaseRecord)));

  const renew = async (): Promise<number | null> => {
    const numbers = (await objects.list(`${prefix}/`)).flatMap((found) => numberIn(prefix, found) ?? []);
    const newest = numbers.pop() ?? 0;
    if ((await heldByOthers(newest)) > now()) {
      held = null;
      return null;
    }
    const until = now() + duration;
    held = (await take(newest + 1, until)) ? { number: newest + 1, until } : null;
    // Removed in the background: entries that stay are removed with the next renewal.
    await clearing;
    const superfluous = numbers.filter((number) => number <= newest - keptEntries);
    clearing = Promise.allSettled(superfluous.map((number) => objects.remove(numberedName(prefix, number))));
    return held?.until ?? null;
  };

  return {
    hold: () => {
      // Most of the time it holds long enough: then nothing is asked.
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
