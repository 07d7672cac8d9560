import type { Progress } from '@frontage/model/build-state';

/** How far rendering is: routes done of all there are, and the milliseconds that took. */
export interface Rendering {
  done: number;
  total: number;
  ms: number;
}

/** What is told of it: the time left supposes that the rest goes as fast, and is null before anything was done. */
export function progressOf({ done, total, ms }: Rendering): Progress {
  return { done, total, seconds_left: done === 0 ? null : Math.ceil(((total - done) * ms) / done / 1_000) };
}
