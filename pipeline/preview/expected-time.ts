import type { ReleaseRecord } from '../release/store.ts';

// Milliseconds of a small machine for a page and for a step, used if there are no previous releases.
const usualPage = 1.5;
const usualStep = 40;
/** From this number of changed pages, the time of a release is proportional to the pages. */
const manyPages = 100;

/** Estimates the milliseconds from publishing until visitors see this many changed pages, from the newest releases. */
export function expectedTime(
  changed: number,
  releases: readonly Pick<ReleaseRecord, 'ms' | 'added' | 'changed'>[],
): number {
  const newest = releases.slice(0, 20).map(({ ms, added, changed: pages }) => ({ ms, pages: added + pages }));
  const large = newest.filter(({ pages }) => pages >= manyPages).map(({ ms, pages }) => ms / pages);
  const small = newest.filter(({ pages }) => pages < manyPages).map(({ ms }) => ms);
  const page = median(large) ?? usualPage;
  return Math.round((median(small) ?? usualStep) + changed * page);
}

function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
}
