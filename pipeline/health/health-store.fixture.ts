import type { KnownPage } from './site-facts.ts';
import type { HealthStore } from './health-store.ts';

/** Results in memory. */
export function emptyHealthStore(): HealthStore {
  const pages = new Map<string, KnownPage>();
  let external: ReturnType<HealthStore['external']> = { failures: new Map(), checkedAt: null };
  return {
    page: (hash) => pages.get(hash) ?? null,
    setPages: (added) => added.forEach((page, hash) => pages.set(hash, page)),
    keepPages: (hashes) => [...pages.keys()].forEach((hash) => void (hashes.has(hash) || pages.delete(hash))),
    external: () => external,
    setExternal: (failures, checkedAt) => void (external = { failures, checkedAt }),
    close: () => undefined,
  };
}
