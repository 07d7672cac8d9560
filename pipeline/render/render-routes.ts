import { openKeeping } from '../plan/kept-reads.ts';
import type { Receipt } from '../plan/plan.ts';
import type { Route } from '../plan/routes.ts';
import type { RenderCache, CachedPage } from './render-cache.ts';
import type { Rendering } from './progress.ts';
import { renderShard, type RenderedBytes, type RenderedRoute, type ShardWork } from './render-shard.ts';
import { queueShards } from './shard-queue.ts';
import { longRun, type RenderLane, type RenderThreads } from './threads.ts';

/** A route's new bytes. */
export interface RenderedPage extends Omit<RenderedBytes, 'body'> {
  route: Route;
}

export interface RenderedRoutes {
  pages: RenderedPage[];
  /** One a route; its `failure` is set where there are no bytes. */
  receipts: Receipt[];
}

/** Takes the bytes of pages under their hashes. */
export interface PageKeeping {
  /** Resolves when there is room for more. */
  add(hash: string, bytes: Uint8Array): Promise<void>;
  /** Stores the bytes in these buffers, which are released afterwards. */
  leave(buffers: Iterable<ArrayBuffer>): void;
  /** Resolves when everything added so far can be read. @throws the error of a failed write. */
  end(): Promise<void>;
}

/** Where only the hashes are asked for. */
export const noPageKeeping: PageKeeping = {
  add: () => Promise.resolve(),
  leave: () => undefined,
  end: () => Promise.resolve(),
};

/** Preemption and resumption of a step. */
export interface Yielding {
  /** Fewer routes than these are rendered to the end. */
  from: number;
  signal: AbortSignal;
  renderCache: RenderCache;
  /** Whether the bytes of a page that was rendered before are there still. */
  isKept: (page: Pick<CachedPage, 'hash' | 'size'>) => Promise<boolean>;
}

/** Rendering was preempted by another step; finished pages are kept. */
export class PreemptedError extends Error {
  override name = 'PreemptedError';
}

export interface RenderWork extends Omit<ShardWork, 'once'> {
  routes: readonly Route[];
  /** Null where all is rendered here. */
  threads: RenderThreads | null;
  keeping: PageKeeping;
  /** Null where it is rendered to the end. */
  preemption: Yielding | null;
  /** Called with the progress many times a second. */
  onProgress: (rendering: Rendering) => void;
}

interface Result {
  receipt: Receipt;
  page: CachedPage | null;
}

// While one shard's pages are taken from a thread, it renders the next.
const shardsAhead = 2;

/**
 * Renders routes, here or in threads, and keeps their pages; the result is in the routes' order.
 * @throws PreemptedError
 */
export async function renderRoutes(work: RenderWork): Promise<RenderedRoutes> {
  const { routes, threads, answers, keeping, onProgress } = work;
  const preemption = work.preemption && routes.length >= work.preemption.from ? work.preemption : null;
  const started = performance.now();
  // By route: the arrays of a whole site are all that is held of it until it is rendered.
  const receipts: Receipt[] = [];
  const pages: (RenderedPage | null)[] = [];
  const keepReads = openKeeping();
  const kept = ({ receipt, page }: RenderedRoute): RenderedRoute => ({
    receipt: { ...receipt, reads: keepReads(receipt.reads) },
    page,
  });
  let done = 0;

  const note = (index: number, { receipt, page }: Result): void => {
    receipts[index] = receipt;
    pages[index] = pageOf(routes[index], page);
    done += 1;
  };
  const follow = async (lane: RenderLane | null, number: number): Promise<void> => {
    for (let shard = queue.take(number); shard.length > 0; shard = queue.take(number)) {
      const those = shard.flatMap((index) => routes[index] ?? []);
      const rendering = lane?.(those) ?? Promise.resolve(null);
      const elsewhere = await unlessGivenWay(rendering);
      if (elsewhere === 'preempted') return preemption?.renderCache.putPending(rendering);
      const rendered = elsewhere ?? (await renderShard(those, { ...work, once })).map(kept);
      for (const { page } of rendered) if (page) await keeping.add(page.hash, page.body);
      for (const [at, index] of shard.entries()) if (rendered[at]) note(index, rendered[at]);
      keeping.leave(new Set(rendered.flatMap(({ page }) => page?.body.buffer ?? [])));
      if (done < routes.length) onProgress({ done, total: routes.length, ms: performance.now() - started });
      if (!elsewhere && done < routes.length) await new Promise((resolve) => setImmediate(resolve));
    }
  };

  const left = await takeAhead({ ...work, preemption }, note);
  const once = left.length >= longRun;
  const lanes = threads?.begin(answers, left.length) ?? [];
  const queue = queueShards(routes, { indices: left, lanes: Math.max(1, lanes.length) });
  if (preemption?.signal.aborted) queue.clear();
  preemption?.signal.addEventListener('abort', () => queue.clear());
  const followers = lanes.flatMap((lane, number) => Array.from({ length: shardsAhead }, () => follow(lane, number)));
  const followed = await Promise.allSettled((followers.length > 0 ? followers : [follow(null, 0)]).map(stopAll));
  const ended = await Promise.allSettled([keeping.end()]);
  for (const result of [...followed, ...ended]) if (result.status === 'rejected') throw result.reason;
  if (preemption && done < routes.length) {
    for (const [index, page] of pages.entries()) {
      const receipt = receipts[index];
      if (page && receipt) preemption.renderCache.put({ receipt, page: aheadPage(page) });
    }
    throw new PreemptedError('Another step comes first');
  }
  return { pages: pages.filter((page) => page !== null), receipts };

  // Not as a race with one promise for all: that would hold each shard's bytes until the step ends.
  function unlessGivenWay<Result>(rendering: Promise<Result>): Promise<Result | 'preempted'> {
    const signal = preemption?.signal;
    if (!signal) return rendering;
    return new Promise((resolve, reject) => {
      const preempt = (): void => resolve('preempted');
      if (signal.aborted) preempt();
      signal.addEventListener('abort', preempt);
      rendering.then(resolve, reject).finally(() => signal.removeEventListener('abort', preempt));
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
async function takeAhead(
  { routes, renderer, answers, keeping, preemption }: RenderWork,
  note: (index: number, result: Result) => void,
): Promise<number[]> {
  await preemption?.renderCache.settle();
  const left: number[] = [];
  for (const [index, route] of routes.entries()) {
    const found = preemption?.renderCache.take(route, { answers, fingerprint: renderer.fingerprint });
    const body = found?.page.body ?? null;
    if (found && body !== null) await keeping.add(found.page.hash, body);
    if (found && (body !== null || (await preemption?.isKept(found.page)))) note(index, found);
    else left.push(index);
  }
  return left;
}

function pageOf(route: Route | undefined, page: CachedPage | null): RenderedPage | null {
  if (route === undefined || page === null) return null;
  const { hash, contentType, size } = page;
  return { route, hash, contentType, size };
}

const aheadPage = ({ hash, contentType, size }: RenderedPage): CachedPage => ({ hash, contentType, size, body: null });
