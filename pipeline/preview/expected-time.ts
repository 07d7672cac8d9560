import type { ReleaseRecord } from '../release/store.ts';

// Without a previous release: the time of a small machine for a page and for a step.
const usualPage = 1.5;
const usualStep = 40;
/** Releases from which the time of one page can be told apart from the rest. */
const manyPages = 100;

/** Milliseconds from Publish until visitors see this many changed pages, as far as the newest releases tell. */
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
