/** A seeded random generator (mulberry32): equal seeds give equal sequences. */
export interface Random {
  /** An integer from 0 to `below`, exclusive. */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** An array of `least` to `most` results. */
  many<T>(least: number, most: number, make: () => T): T[];
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[int(items.length)];
      if (item === undefined) throw new Error('Nothing to pick from');
      return item;
    },
    many: (least, most, make) => Array.from({ length: least + int(most - least + 1) }, make),
  };
}
