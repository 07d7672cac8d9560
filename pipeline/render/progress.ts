import type { Progress } from '@frontage/model/build-state';

/** The number of rendered routes, the number of all routes, and the elapsed milliseconds. */
export interface Rendering {
  done: number;
  total: number;
  ms: number;
}

/** The progress for status documents. The remaining time extrapolates the current speed; null before the first page. */
export function progressOf({ done, total, ms }: Rendering): Progress {
  return { done, total, seconds_left: done === 0 ? null : Math.ceil(((total - done) * ms) / done / 1_000) };
}
