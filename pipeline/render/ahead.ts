import type { Receipt } from '../plan/plan.ts';
import type { Route } from '../plan/routes.ts';
import type { AnsweredQueries } from './record-content.ts';
import type { RenderedBytes, RenderedRoute } from './render-shard.ts';

/** A page whose bytes are kept, or are still at hand. */
export type AheadPage = Omit<RenderedBytes, 'body'> & { body: Uint8Array | null };

export interface AheadRoute {
  receipt: Receipt;
  page: AheadPage;
}

/** What a step had rendered when it gave way to another, for when it goes on. */
export interface Ahead {
  put(found: AheadRoute): void;
  /** Takes what a thread has not finished yet. */
  putLate(rendering: Promise<RenderedRoute[] | null>): void;
  /** Resolves when threads have finished that. */
  settle(): Promise<void>;
  /** Takes out what came of a route, if rendering it from these answers would come to the same. */
  take(route: Route, from: { answers: AnsweredQueries; fingerprint: string }): AheadRoute | null;
  /** Forgets everything; the hashes of bytes that were kept for nothing. */
  clear(): string[];
}

export function openAhead(): Ahead {
  const routes = new Map<string, AheadRoute>();
  let late: Promise<RenderedRoute[] | null>[] = [];
  return {
    put: (found) => void routes.set(found.receipt.route, found),
    putLate: (rendering) => void late.push(rendering),
    settle: async () => {
      const results = await Promise.all(late);
      late = [];
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
      late = [];
      return unused;
    },
  };
}
