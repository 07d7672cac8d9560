import type { KnownPage } from './site-facts.ts';

/** Results that can be computed again. Their loss costs time only, except for the results of other sites. */
export interface HealthStore {
  /** The facts of a page by the hash of its bytes. */
  page(hash: string): KnownPage | null;
  setPages(pages: ReadonlyMap<string, KnownPage>): void;
  /** Removes the facts of all other pages. */
  keepPages(hashes: ReadonlySet<string>): void;
  /** Failures of links to other sites by address; null for a link that works. */
  external(): { failures: ReadonlyMap<string, string | null>; checkedAt: string | null };
  setExternal(failures: ReadonlyMap<string, string | null>, checkedAt: string | null): void;
  close(): void;
}
