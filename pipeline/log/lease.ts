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

interface Held {
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

  const newest = async (): Promise<{ number: number; lease: Held | null; older: number[] }> => {
    const numbers = (await objects.list(`${prefix}/`)).flatMap((found) => numberIn(prefix, found) ?? []);
    const number = numbers.pop() ?? 0;
    const bytes = number === 0 ? null : await objects.read(numbered(prefix, number));
    return { number, lease: bytes && (JSON.parse(Buffer.from(bytes).toString()) as Held), older: numbers };
  };

  const take = async (number: number, until: number): Promise<boolean> =>
    objects.create(numbered(prefix, number), Buffer.from(JSON.stringify({ holder, until } satisfies Held)));

  return {
    hold: async () => {
      // Most of the time it holds long enough: then nothing is asked.
      if (held && held.until - now() > duration / 2) return held.until;
      const { number, lease, older } = await newest();
      if (lease && lease.holder !== holder && lease.until > now()) {
        held = null;
        return null;
      }
      const until = now() + duration;
      held = (await take(number + 1, until)) ? { number: number + 1, until } : null;
      await Promise.allSettled(older.map((old) => objects.remove(numbered(prefix, old))));
      return held?.until ?? null;
    },
    end: async () => {
      if (!held) return;
      const { number } = held;
      held = null;
      await take(number + 1, 0);
    },
  };
}
