import type { Progress } from '@frontage/model/build-state';
import { createReadsInterner } from '../plan/intern.ts';
import type { Receipt } from '../plan/plan.ts';
import type { Route } from '../plan/routes.ts';
import type { CachedPage, RenderCache } from './render-cache.ts';
import { type RenderedBytes, type RenderedRoute, renderShard, type ShardWork } from './render-shard.ts';
import { longRun, type RenderLane, type RenderThreads } from './threads.ts';

/** A route's new bytes. */
export interface RenderedPage extends Omit<RenderedBytes, 'body'> {
  route: Route;
}

export interface RenderedRoutes {
  pages: RenderedPage[];
  /** One receipt per route. Its `failure` is set if there are no bytes. */
  receipts: Receipt[];
}

/** Stores the bytes of pages by their hashes. */
export interface PageSink {
  /** Adds the bytes of a page. Resolves when more can be added. */
  add(hash: string, bytes: Uint8Array): Promise<void>;
  /** Stores the bytes in these buffers, which are released afterwards. */
  leave(buffers: Iterable<ArrayBuffer>): void;
  /** Resolves when everything added so far can be read. @throws the error of a failed write. */
  end(): Promise<void>;
}

/** Stores nothing, for callers that need only the hashes. */
export const discardingPageSink: PageSink = {
  add: () => Promise.resolve(),
  leave: () => undefined,
  end: () => Promise.resolve(),
};

/** Preemption and resumption of a step. */
interface Preemption {
  /** A step with fewer routes than this is not preempted. */
  from: number;
  signal: AbortSignal;
  /** Whether the step was preempted before. It then renders a share of its routes before it can be preempted again. */
  isResumed: boolean;
  renderCache: RenderCache;
  /** Whether the bytes of a page rendered earlier are still stored. */
  isKept: (page: Pick<CachedPage, 'hash' | 'size'>) => Promise<boolean>;
}

/** Rendering was preempted by another step; finished pages can be reused. */
export class PreemptedError extends Error {
  override name = 'PreemptedError';
}

/** A step has too many routes to render before others. Nothing has changed. */
export class PostponedError extends Error {
  override name = 'PostponedError';
}

export interface RenderWork extends Omit<ShardWork, 'once' | 'slow'> {
  routes: readonly Route[];
  /** Null if the main thread renders all pages. */
  threads: RenderThreads | null;
  /** Texts that only threads parse. */
  isSlow: (text: string) => boolean;
  keeping: PageSink;
  /** Null if the step cannot be preempted. */
  preemption: Preemption | null;
  /** The step is postponed if it has this many routes or more. Never by default. */
  postponedFrom?: number;
  /** Called with the progress many times a second. */
  onProgress: (rendering: Rendering) => void;
}

interface Result {
  receipt: Receipt;
  page: CachedPage | null;
}

// Shards requested from a thread at one time: it renders the next one while the pages of the previous one are stored.
const shardsAhead = 2;

// A preempted step renders at least this share of its routes, so that it ends although edits keep arriving.
const resumedShare = 1 / 50;

/**
 * Renders routes in the main thread or in render threads, and stores their pages. The results have the order of
 * `routes`.
 * @throws PreemptedError if the preemption signal aborts before all routes are rendered.
 * @throws PostponedError if there are `postponedFrom` routes.
 */
export async function renderRoutes(work: RenderWork): Promise<RenderedRoutes> {
  const { routes, threads, answers, keeping, onProgress } = work;
  if (routes.length >= (work.postponedFrom ?? Infinity))
    throw new PostponedError('Too many routes to render before others');
  const preemption = work.preemption && routes.length >= work.preemption.from ? work.preemption : null;
  const started = performance.now();
  // Indexed by route. Only these arrays stay in memory until the whole site is rendered.
  const receipts: Receipt[] = [];
  const pages: (RenderedPage | null)[] = [];
  const keepReads = createReadsInterner();
  const withSharedReads = ({ receipt, page }: RenderedRoute): RenderedRoute => ({
    receipt: { ...receipt, reads: keepReads(receipt.reads) },
    page,
  });
  let done = 0;
  let leastDone = 0;
  const onPreempted = new Set<() => void>();
  const isPreempted = (): boolean => preemption?.signal.aborted === true && done >= leastDone;
  const checkPreemption = (): void => {
    if (!isPreempted()) return;
    queue.clear();
    for (const stop of onPreempted) stop();
  };

  const record = (index: number, { receipt, page }: Result): void => {
    receipts[index] = receipt;
    pages[index] = pageOf(routes[index], page);
    done += 1;
  };
  const renderLane = async (lane: RenderLane | null, number: number): Promise<void> => {
    for (let shard = queue.take(number); shard.length > 0; shard = queue.take(number)) {
      const shardRoutes = shard.flatMap((index) => routes[index] ?? []);
      const rendering = lane?.(shardRoutes) ?? Promise.resolve(null);
      const fromThread = await unlessPreempted(rendering);
      if (fromThread === 'preempted') return preemption?.renderCache.putPending(rendering);
      const rendered = fromThread ?? (await renderShard(shardRoutes, { ...work, once, slow })).map(withSharedReads);
      for (const { page } of rendered) if (page) await keeping.add(page.hash, page.body);
      for (const [at, index] of shard.entries()) if (rendered[at]) record(index, rendered[at]);
      keeping.leave(new Set(rendered.flatMap(({ page }) => page?.body.buffer ?? [])));
      checkPreemption();
      if (done < routes.length) onProgress({ done, total: routes.length, ms: performance.now() - started });
      if (!fromThread && done < routes.length) await new Promise((resolve) => setImmediate(resolve));
    }
  };

  const slow = threads && { isSlow: work.isSlow, lane: threads.alone(answers, { lane: 'content', marks: false }) };
  const left = await reuseCached({ ...work, preemption }, record);
  const once = left.length >= longRun;
  const lanes = threads?.begin(answers, left.length) ?? [];
  const queue = queueShards(routes, { indices: left, lanes: Math.max(1, lanes.length) });
  if (preemption?.isResumed) leastDone = done + Math.max(shardSize, Math.ceil(routes.length * resumedShare));
  checkPreemption();
  preemption?.signal.addEventListener('abort', checkPreemption);
  const runs = lanes.flatMap((lane, number) => Array.from({ length: shardsAhead }, () => renderLane(lane, number)));
  const finished = await Promise.allSettled((runs.length > 0 ? runs : [renderLane(null, 0)]).map(stopAll));
  const ended = await Promise.allSettled([keeping.end()]);
  for (const result of [...finished, ...ended]) if (result.status === 'rejected') throw result.reason;
  if (preemption && done < routes.length) {
    for (const [index, page] of pages.entries()) {
      const receipt = receipts[index];
      if (page && receipt) preemption.renderCache.put({ receipt, page: storedPage(page) });
    }
    throw new PreemptedError('Another step comes first');
  }
  return { pages: pages.filter((page) => page !== null), receipts };

  // A race with one promise shared by all shards would keep the bytes of each shard in memory until the step ends.
  function unlessPreempted<Result>(rendering: Promise<Result>): Promise<Result | 'preempted'> {
    if (!preemption) return rendering;
    return new Promise((resolve, reject) => {
      const stop = (): void => resolve('preempted');
      if (isPreempted()) stop();
      onPreempted.add(stop);
      rendering.then(resolve, reject).finally(() => onPreempted.delete(stop));
    });
  }

  /** An error in one lane stops the others, because the render fails anyway. */
  function stopAll(lane: Promise<void>): Promise<void> {
    return lane.catch((error: unknown) => {
      queue.clear();
      throw error;
    });
  }
}

/** Reuses pages rendered earlier that are still valid; returns the indices of the other routes. */
async function reuseCached(
  { routes, renderer, answers, keeping, preemption }: RenderWork,
  record: (index: number, result: Result) => void,
): Promise<number[]> {
  await preemption?.renderCache.settle();
  const left: number[] = [];
  for (const [index, route] of routes.entries()) {
    const found = preemption?.renderCache.take(route, { answers, fingerprint: renderer.fingerprint });
    const body = found?.page.body ?? null;
    if (found && body !== null) await keeping.add(found.page.hash, body);
    if (found && (body !== null || (await preemption?.isKept(found.page)))) record(index, found);
    else left.push(index);
  }
  return left;
}

function pageOf(route: Route | undefined, page: CachedPage | null): RenderedPage | null {
  if (route === undefined || page === null) return null;
  const { hash, contentType, size } = page;
  return { route, hash, contentType, size };
}

const storedPage = ({ hash, contentType, size }: RenderedPage): CachedPage => ({ hash, contentType, size, body: null });

/** The number of rendered routes, the number of all routes, and the elapsed milliseconds. */
export interface Rendering {
  done: number;
  total: number;
  ms: number;
}

/** The progress for status documents. The remaining time extrapolates the current speed; null before the first page. */
export function progressOf({ done, total, ms }: Rendering): Progress {
  return { done, total, seconds_left: done === 0 ? null : Math.ceil(((total - done) * ms) / done / 1_000) };
}

/** Distributes routes to lanes in shards. */
interface ShardQueue {
  /** Indices of the lane's next routes or, if it has none left, of the longest queue's. Empty when all are taken. */
  take(lane: number): number[];
  clear(): void;
}

// Routes between two pauses. Promises alone starve the event loop: without pauses, bulk renders grow the heap and delay
// every other request.
const shardSize = 25;

/** Queues the routes with these indices. */
function queueShards(
  routes: readonly Route[],
  { indices, lanes }: { indices: readonly number[]; lanes: number },
): ShardQueue {
  const queues: number[][] = Array.from({ length: lanes }, () => []);
  for (const index of indices) queues[laneOf(routes[index]?.path ?? '', lanes)]?.push(index);
  const longest = (): number[] => queues.reduce((one, other) => (other.length > one.length ? other : one));
  return {
    take: (lane) => {
      const own = queues[lane];
      return (own && own.length > 0 ? own : longest()).splice(0, shardSize);
    },
    clear: () => {
      for (const queue of queues) queue.length = 0;
    },
  };
}

/** The lane of a route, which is the same in every render: that lane's thread may have cached the route's text. */
function laneOf(path: string, lanes: number): number {
  let sum = 0;
  for (let index = 0; index < path.length; index += 1) sum = (31 * sum + path.charCodeAt(index)) % 1_000_003;
  return sum % lanes;
}
