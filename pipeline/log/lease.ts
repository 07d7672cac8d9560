import { numbered, numberIn, type Objects } from './objects.ts';

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
  /** Tells this process from others. */
  holder: string;
  /** Milliseconds a lease holds without being renewed. */
  duration: number;
  now: () => number;
}

/** For work that no other process does. */
export const ownLease: Lease = { hold: () => Promise.resolve(Infinity), end: () => Promise.resolve() };

interface LeaseRecord {
  holder: string;
  until: number;
}

/**
 * A lease as a row of objects: each renewal is the next number, so whoever creates it has it, and nobody else can have
 * created it too.
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
    const bytes = await objects.read(numbered(prefix, number));
    const lease = bytes && (JSON.parse(Buffer.from(bytes).toString()) as LeaseRecord);
    if (!lease || lease.holder === holder) return 0;
    // Its clock may be fast: a lease never holds for longer than its duration from when it was first seen.
    const seenUntil = number === others.number ? others.until : now() + duration;
    others = { number, until: Math.min(lease.until, seenUntil) };
    return others.until;
  };

  const take = async (number: number, until: number): Promise<boolean> =>
    objects.create(numbered(prefix, number), Buffer.from(JSON.stringify({ holder, until } satisfies LeaseRecord)));

  const renew = async (): Promise<number | null> => {
    const numbers = (await objects.list(`${prefix}/`)).flatMap((found) => numberIn(prefix, found) ?? []);
    const newest = numbers.pop() ?? 0;
    if ((await heldByOthers(newest)) > now()) {
      held = null;
      return null;
    }
    const until = now() + duration;
    held = (await take(newest + 1, until)) ? { number: newest + 1, until } : null;
    // Nobody waits for it: what is left goes with the next.
    await clearing;
    clearing = Promise.allSettled(numbers.map((old) => objects.remove(numbered(prefix, old))));
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
