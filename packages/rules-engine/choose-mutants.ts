/**
 * Selects mutants: `only` is a range `N..M` (from 1, inclusive) or one number `N`; `sample` picks that many of them,
 * evenly spread.
 */
export interface Choice {
  only?: string | undefined;
  sample?: string | undefined;
}

/** Returns the chosen numbers, from 1 and in order, or the error in the choice. */
export function chooseMutants(
  total: number,
  { only, sample }: Choice,
): { ok: true; numbers: number[] } | { ok: false; problem: string } {
  if (total === 0) return { ok: true, numbers: [] };
  const range = /^(\d+)(?:\.\.(\d+))?$/.exec(only ?? `1..${total}`);
  if (range === null) return { ok: false, problem: `--only takes N or N..M, not "${only}"` };
  const [first, last] = [Number(range[1]), Number(range[2] ?? range[1])];
  if (first < 1 || last > total || first > last) {
    return { ok: false, problem: `--only ${only} is outside of the ${total} mutants` };
  }
  const numbers = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  if (sample === undefined) return { ok: true, numbers };
  const size = Number(sample);
  if (!Number.isInteger(size) || size < 1) return { ok: false, problem: `--sample takes a number, not "${sample}"` };
  if (size >= numbers.length) return { ok: true, numbers };
  const step = numbers.length / size;
  return { ok: true, numbers: Array.from({ length: size }, (_, i) => numbers[Math.floor(i * step)] ?? first) };
}
