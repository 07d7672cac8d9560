const longestDelayMs = 250;

/**
 * Delays of deliveries in ms for tests: every event is delivered twice, late and out of order. Equal seeds give equal
 * delays.
 */
export function duplicateDeliveries(seed: number): () => number[] {
  const random = seededRandom(seed);
  return () => [random(), random()].map((share) => Math.floor(share * longestDelayMs));
}

/** Numbers in [0, 1) by the mulberry32 generator. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
