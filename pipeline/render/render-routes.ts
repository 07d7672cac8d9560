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
  let done = 0;

  const take = async (shard: readonly number[], results: readonly RenderedRoute[]): Promise<void> => {
    for (const [at, index] of shard.entries()) {
      const [route, result] = [routes[index], results[at]];
      if (!route || !result) continue;
      const { receipt, page } = result;
      rendered[index] = { receipt };
      pages[index] = page && { route, hash: page.hash, contentType: page.contentType, size: page.body.length };
      if (page) await keeping.add(page.hash, page.body);
    }
    done += shard.length;
    if (done < routes.length) onProgress({ done, total: routes.length, ms: performance.now() - started });
  };
  const follow = async (lane: RenderLane | null, number: number): Promise<void> => {
    for (let shard = queues.take(number); shard.length > 0; shard = queues.take(number)) {
      const those = shard.flatMap((index) => routes[index] ?? []);
      const elsewhere = lane && (await lane(those));
      await take(shard, elsewhere ?? (await renderShard(those, work)));
      if (!elsewhere && done < routes.length) await new Promise((resolve) => setImmediate(resolve));
    }
  };

  const lanes = threads?.begin(answers, routes.length) ?? [];
  const queues = queueRoutes(routes, Math.max(1, lanes.length));
  const followers = lanes.flatMap((lane, number) => Array.from({ length: shardsAhead }, () => follow(lane, number)));
  const followed = await Promise.allSettled((followers.length > 0 ? followers : [follow(null, 0)]).map(stopAll));
  const ended = await Promise.allSettled([keeping.end()]);
  for (const result of [...followed, ...ended]) if (result.status === 'rejected') throw result.reason;
  return { pages: pages.filter((page) => page !== null), receipts: rendered.map(({ receipt }) => receipt) };

  /** What fails in one lane ends the others: nothing will come of them. */
  function stopAll(lane: Promise<void>): Promise<void> {
    return lane.catch((error: unknown) => {
      queues.clear();
      throw error;
    });
  }
}

/** Which routes each of several lanes is to render next, as indices. */
function queueRoutes(routes: readonly Route[], lanes: number) {
  const queues: number[][] = Array.from({ length: lanes }, () => []);
  for (const [index, { path }] of routes.entries()) queues[laneOf(path, lanes)]?.push(index);
  const longest = (): number[] => queues.reduce((one, other) => (other.length > one.length ? other : one));
  return {
    /** A lane's own, then what others have left. */
    take: (lane: number): number[] => {
      const own = queues[lane];
      return (own && own.length > 0 ? own : longest()).splice(0, shardSize);
    },
    clear: () => {
      for (const queue of queues) queue.length = 0;
    },
  };
}

/** A route has the same lane again and again: there its text may be remembered. */
function laneOf(path: string, lanes: number): number {
  let sum = 0;
  for (let index = 0; index < path.length; index += 1) sum = (31 * sum + path.charCodeAt(index)) % 1_000_003;
  return sum % lanes;
}
