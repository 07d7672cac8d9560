const LONGEST_DELAY_MS = 250;

/**
 * Returns the delays in ms of the two deliveries of each event, from a seeded sequence: equal seeds give equal delays.
 */
export function createChaos(seed: number): () => number[] {
  const random = seededRandom(seed);
  return () => [random(), random()].map((share) => Math.floor(share * LONGEST_DELAY_MS));
}

/** Numbers in [0, 1) by the mulberry32 generator. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
