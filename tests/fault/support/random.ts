/** Pseudo-random numbers from a seed (mulberry32), so that a failing run can be repeated with SEED. */
export interface Random {
  seed: number;
  /** A number in [0, 1). */
  next(): number;
  /** An integer in [0, `below`). */
  below(below: number): number;
  pick<T>(items: readonly T[]): T;
  bytes(length: number): Buffer;
}

export function randomFrom(seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    seed,
    next,
    below,
    pick: (items) => items[below(items.length)] as (typeof items)[number],
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
