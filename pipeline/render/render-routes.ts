import { openKeeping } from '../plan/kept-reads.ts';
import type { Receipt } from '../plan/plan.ts';
import type { Route } from '../plan/routes.ts';
import type { Ahead, AheadPage } from './ahead.ts';
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
  /** What lies in these buffers is needed by nobody any more but to be kept: they are emptied then. */
  leave(buffers: Iterable<ArrayBuffer>): void;
  /** Resolves when all that was taken until now can be read. @throws what kept one of them from being written. */
  end(): Promise<void>;
}

/** Where only the hashes are asked for. */
export const keptNowhere: PageKeeping = {
  add: () => Promise.resolve(),
  leave: () => undefined,
  end: () => Promise.resolve(),
};

/** How a step gives way to another and goes on later. */
export interface GivingWay {
  /** Fewer routes than these are rendered to the end. */
  from: number;
  signal: AbortSignal;
  ahead: Ahead;
  /** Whether the bytes of a page that was rendered before are there still. */
  isKept: (page: Pick<AheadPage, 'hash' | 'size'>) => Promise<boolean>;
}

/** Rendering was ended for another step's sake; what was done is remembered. */
export class GaveWayError extends Error {
  override name = 'GaveWayError';
}

export interface RenderWork extends Omit<ShardWork, 'once'> {
  routes: readonly Route[];
  /** Null where all is rendered here. */
  threads: RenderThreads | null;
  keeping: PageKeeping;
  /** Null where it is rendered to the end. */
  givingWay: GivingWay | null;
  /** Hears how far it is, many times a second. */
  onProgress: (rendering: Rendering) => void;
}

interface Result {
  receipt: Receipt;
  page: AheadPage | null;
}

// While one shard's pages are taken from a thread, it renders the next.
const shardsAhead = 2;

/**
 * Renders routes, here or in threads, and keeps their pages; the result is in the routes' order.
 * @throws GaveWayError
 */
export async function renderRoutes(work: RenderWork): Promise<RenderedRoutes> {
  const { routes, threads, answers, keeping, onProgress } = work;
  const givingWay = work.givingWay && routes.length >= work.givingWay.from ? work.givingWay : null;
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
      if (elsewhere === 'gave way') return givingWay?.ahead.putLate(rendering);
      const rendered = elsewhere ?? (await renderShard(those, { ...work, once })).map(kept);
      for (const { page } of rendered) if (page) await keeping.add(page.hash, page.body);
      for (const [at, index] of shard.entries()) if (rendered[at]) note(index, rendered[at]);
      keeping.leave(new Set(rendered.flatMap(({ page }) => page?.body.buffer ?? [])));
      if (done < routes.length) onProgress({ done, total: routes.length, ms: performance.now() - started });
      if (!elsewhere && done < routes.length) await new Promise((resolve) => setImmediate(resolve));
    }
  };

  const left = await takeAhead({ ...work, givingWay }, note);
  const once = left.length >= longRun;
  const lanes = threads?.begin(answers, left.length) ?? [];
  const queue = queueShards(routes, { indices: left, lanes: Math.max(1, lanes.length) });
  if (givingWay?.signal.aborted) queue.clear();
  givingWay?.signal.addEventListener('abort', () => queue.clear());
  const followers = lanes.flatMap((lane, number) => Array.from({ length: shardsAhead }, () => follow(lane, number)));
  const followed = await Promise.allSettled((followers.length > 0 ? followers : [follow(null, 0)]).map(stopAll));
  const ended = await Promise.allSettled([keeping.end()]);
  for (const result of [...followed, ...ended]) if (result.status === 'rejected') throw result.reason;
  if (givingWay && done < routes.length) {
    for (const [index, page] of pages.entries()) {
      const receipt = receipts[index];
      if (page && receipt) givingWay.ahead.put({ receipt, page: aheadPage(page) });
    }
    throw new GaveWayError('Another step comes first');
  }
  return { pages: pages.filter((page) => page !== null), receipts };

  // Not as a race with one promise for all: that would hold each shard's bytes until the step ends.
  function unlessGivenWay<Result>(rendering: Promise<Result>): Promise<Result | 'gave way'> {
    const signal = givingWay?.signal;
    if (!signal) return rendering;
    return new Promise((resolve, reject) => {
      const giveWay = (): void => resolve('gave way');
      if (signal.aborted) giveWay();
      signal.addEventListener('abort', giveWay);
      rendering.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveWay));
    });
  }

  /** What fails in one lane ends the others: nothing will come of them. */
  function stopAll(lane: Promise<void>): Promise<void> {
    return lane.catch((error: unknown) => {
      queue.clear();
      throw error;
    });
  }
}

/** Takes what was rendered before and would be the same now; the indices of the other routes. */
async function takeAhead(
  { routes, renderer, answers, keeping, givingWay }: RenderWork,
  note: (index: number, result: Result) => void,
): Promise<number[]> {
  await givingWay?.ahead.settle();
  const left: number[] = [];
  for (const [index, route] of routes.entries()) {
    const found = givingWay?.ahead.take(route, { answers, fingerprint: renderer.fingerprint });
    const body = found?.page.body ?? null;
    if (found && body !== null) await keeping.add(found.page.hash, body);
    if (found && (body !== null || (await givingWay?.isKept(found.page)))) note(index, found);
    else left.push(index);
  }
  return left;
}

function pageOf(route: Route | undefined, page: AheadPage | null): RenderedPage | null {
  if (route === undefined || page === null) return null;
  const { hash, contentType, size } = page;
  return { route, hash, contentType, size };
}

const aheadPage = ({ hash, contentType, size }: RenderedPage): AheadPage => ({ hash, contentType, size, body: null });
