import type { Receipt } from '../plan/plan.ts';
import type { Route } from '../plan/routes.ts';
import type { QueryResults } from './record-content.ts';
import type { RenderedBytes, RenderedRoute } from './render-shard.ts';

/** A rendered page. Its `body` is null if the bytes are already stored. */
export type CachedPage = Omit<RenderedBytes, 'body'> & { body: Uint8Array | null };

interface CachedRoute {
  receipt: Receipt;
  page: CachedPage;
}

/** Pages rendered by a preempted step, reused when it resumes. */
export interface RenderCache {
  put(found: CachedRoute): void;
  /** Adds the result of a thread that is still rendering. */
  putPending(rendering: Promise<RenderedRoute[] | null>): void;
  /** Resolves when all pending results have been added. */
  settle(): Promise<void>;
  /** Removes and returns a route's page if rendering it from these answers would yield the same. */
  take(route: Route, from: { answers: QueryResults; fingerprint: string }): CachedRoute | null;
  /** Empties the cache, and returns the hashes of stored bytes that were not reused. */
  clear(): string[];
}

export function createRenderCache(): RenderCache {
  const routes = new Map<string, CachedRoute>();
  let pending: Promise<RenderedRoute[] | null>[] = [];
  return {
    put: (found) => void routes.set(found.receipt.route, found),
    putPending: (rendering) => void pending.push(rendering),
    settle: async () => {
      const results = await Promise.all(pending);
      pending = [];
      for (const { receipt, page } of results.flatMap((result) => result ?? []))
        if (page) routes.set(receipt.route, { receipt, page });
    },
    take: ({ path, document }, { answers, fingerprint }) => {
      const found = routes.get(path);
      if (found?.receipt.document !== document || found.receipt.fingerprint !== fingerprint) return null;
      for (const [key, hash] of found.receipt.reads) if (answers.hash(key) !== hash) return null;
      routes.delete(path);
      return found;
    },
    clear: () => {
      const unused = [...routes.values()].flatMap(({ page }) => (page.body === null ? [page.hash] : []));
      routes.clear();
      pending = [];
      return unused;
    },
  };
}
