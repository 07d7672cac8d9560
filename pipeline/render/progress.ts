import type { Progress } from '@frontage/model/build-state';

/** How far rendering is: routes done of all there are, and the milliseconds that took. */
export interface Rendering {
  done: number;
  total: number;
  ms: number;
}

/** Progress: the remaining time extrapolates the current speed and is null before the first page. */
export function progressOf({ done, total, ms }: Rendering): Progress {
  return { done, total, seconds_left: done === 0 ? null : Math.ceil(((total - done) * ms) / done / 1_000) };
}
