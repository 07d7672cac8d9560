import type { Receipt } from '../plan/plan.ts';
import type { Route } from '../plan/routes.ts';
import type { Rendering } from './progress.ts';
import { renderShard, type RenderedRoute, type ShardWork } from './render-shard.ts';
import type { RenderLane, RenderThreads } from './threads.ts';

/** A route's new bytes. */
export interface RenderedPage {
  route: Route;
  /** SHA-256, hex. */
  hash: string;
  contentType: string;
  size: number;
}

export interface RenderedRoutes {
  pages: RenderedPage[];
  /** One a route; its `failure` is set where there are no bytes. */
  receipts: Receipt[];
}

/** Takes the bytes of pages under their hashes; they are kept when `end` has returned. */
export interface PageKeeping {
  add(hash: string, bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

export interface RenderWork extends ShardWork {
  routes: readonly Route[];
  /** Null where all is rendered here. */
  threads: RenderThreads | null;
  keep: () => PageKeeping;
  /** Hears how far it is, many times a second. */
  onProgress: (rendering: Rendering) => void;
}

// Promises alone starve the event loop: without pauses, bulk renders grow the heap and hold up every other request.
const shardSize = 25;
// While one shard's pages are taken from a thread, it renders the next.
const shardsAhead = 2;

/** Renders routes, here or in threads, and keeps their pages; the result is in the routes' order. */
export async function renderRoutes(work: RenderWork): Promise<RenderedRoutes> {
  const { routes, threads, answers, onProgress } = work;
  const keeping = work.keep();
  const started = performance.now();
  const rendered: Omit<RenderedRoute, 'page'>[] = [];
  const pages: (RenderedPage | null)[] = [];
  let [next, done] = [0, 0];

  const take = async (first: number, results: readonly RenderedRoute[]): Promise<void> => {
    for (const [index, { receipt, page }] of results.entries()) {
      const route = routes[first + index];
      if (!route) continue;
      rendered[first + index] = { receipt };
      pages[first + index] = page && { route, hash: page.hash, contentType: page.contentType, size: page.body.length };
      if (page) await keeping.add(page.hash, page.body);
    }
    done += results.length;
    if (done < routes.length) onProgress({ done, total: routes.length, ms: performance.now() - started });
  };
  const follow = async (lane: RenderLane | null): Promise<void> => {
    while (next < routes.length) {
      const first = next;
      next += shardSize;
      const shard = routes.slice(first, next);
      const elsewhere = lane && (await lane(shard));
      await take(first, elsewhere ?? (await renderShard(shard, work)));
      if (!elsewhere && next < routes.length) await new Promise((resolve) => setImmediate(resolve));
    }
  };

  const lanes = threads?.begin(answers, routes.length) ?? [];
  const followers = lanes.flatMap((lane) => Array.from({ length: shardsAhead }, () => follow(lane)));
  const followed = await Promise.allSettled((followers.length > 0 ? followers : [follow(null)]).map(stopAll));
  const ended = await Promise.allSettled([keeping.end()]);
  for (const result of [...followed, ...ended]) if (result.status === 'rejected') throw result.reason;
  return { pages: pages.filter((page) => page !== null), receipts: rendered.map(({ receipt }) => receipt) };

  /** What fails in one lane ends the others: nothing will come of them. */
  function stopAll(lane: Promise<void>): Promise<void> {
    return lane.catch((error: unknown) => {
      next = routes.length;
      throw error;
    });
  }
}
