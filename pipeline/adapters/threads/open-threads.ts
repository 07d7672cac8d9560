import { availableParallelism } from 'node:os';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { sitePaths } from '@frontage/model/paths';
import { fieldsIn, queryKey, type QueryKey } from '../../plan/queries.ts';
import { type InternReads, type InternString, createReadsInterner, createStringInterner } from '../../plan/intern.ts';
import type { Receipt } from '../../plan/plan.ts';
import type { Route } from '../../plan/routes.ts';
import type { QueryResults } from '../../render/record-content.ts';
import type { RenderedRoute } from '../../render/render-shard.ts';
import { detachString } from '../../sync/detach-strings.ts';
import type { Lane } from '../../sync/text-screen.ts';
import type { CompiledSite } from '../../render/renderer.ts';
import { longRun, type RenderLane, type RenderThreads } from '../../render/threads.ts';
import type { QueryResult, FromThread, NumberedAnswer, ShardOrder, ThreadStart } from './messages.ts';

interface ThreadsOptions {
  /** Address of a module that exports `openRenderer(compiled)`. */
  templates: string;
  compiled: CompiledSite;
  /** Number of threads; the number of processors by default. */
  count?: number;
  /** Minimum number of routes for which threads are started; 1,500 by default. */
  fewest?: number;
  /** Milliseconds without work after which threads end; 15,000 by default. */
  rest?: number;
  /** Number of routes from which a step takes so long that threads end with it. */
  long?: number;
  /** Called when a thread exits unexpectedly. */
  onEnd: (error: Error) => void;
}

const youngGeneration = 48;
// Several times the size of a thread's caches. With a limit of gigabytes, garbage would accumulate up to it.
const oldGeneration = 320;
// For a thread, loading templates and warming up takes as long as rendering some hundred pages.
const worthStarting = 1_500;
// Running threads are used for a tenth of that number of routes.
const startingCosts = 10;
// Long enough that threads do not end between the steps of an import or between two changes of a menu.
const longestRest = 15_000;

/** Opens render threads; for bulk renders none on a single processor. Idle threads end, because they use as much memory as the site. */
export function openThreads(options: ThreadsOptions): RenderThreads {
  const { count = availableParallelism(), fewest = worthStarting, rest = longestRest, long = longRun } = options;
  const threads: RenderThread[] = [];
  const single = new Map<Lane, RenderThread>();
  let number = 0;
  let activeShards = 0;
  let timer: NodeJS.Timeout | undefined;

  const end = async (): Promise<void> => {
    clearTimeout(timer);
    const ended = [...threads.splice(0), ...single.values()];
    single.clear();
    await Promise.all(ended.map((thread) => thread.end()));
  };
  const scheduleEnd = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void (activeShards === 0 && end()), rest).unref();
  };
  const tracked =
    (lane: RenderLane, onRendered: (routes: number) => void): RenderLane =>
    (routes) => {
      const rendered = lane(routes);
      activeShards += 1;
      return rendered
        .then((found) => {
          onRendered(found?.length ?? 0);
          return found;
        })
        .finally(() => {
          activeShards -= 1;
          scheduleEnd();
        });
    };
  /** Starts missing threads and returns all of them. Returns none if these routes are too few for threads. */
  const running = (routes: number): readonly RenderThread[] => {
    const least = threads.length === 0 ? fewest : fewest / startingCosts;
    if (count < 2 || routes < least) return [];
    for (let index = 0; index < count; index += 1) {
      if (threads[index]?.hasEnded() ?? true) threads[index] = startThread(options);
    }
    scheduleEnd();
    return threads;
  };
  return {
    prepare: (routes) => void running(routes),
    begin: (answers, routes) => {
      number += 1;
      const run = {
        number,
        answers,
        once: routes >= long,
        marks: false,
        share: createStringInterner(),
        keepReads: createReadsInterner(),
      };
      let left = routes;
      const onRendered = (count: number): void => {
        left -= count;
        if (left === 0 && routes >= long) void end();
      };
      return running(routes).map((thread) => tracked(thread.laneFor(run), onRendered));
    },
    alone: (answers, { lane, marks }) => {
      number += 1;
      const shared = { share: createStringInterner(), keepReads: createReadsInterner() };
      const run = { number, answers, once: false, marks, ...shared };
      return tracked(
        (routes) => {
          const known = single.get(lane);
          const thread = known === undefined || known.hasEnded() ? startThread(options) : known;
          single.set(lane, thread);
          return thread.laneFor(run)(routes);
        },
        () => undefined,
      );
    },
    close: end,
  };
}

interface RenderThread {
  laneFor(run: Run): RenderLane;
  hasEnded(): boolean;
  end(): Promise<unknown>;
}

/** The rendering of one step. */
interface Run {
  number: number;
  answers: QueryResults;
  once: boolean;
  marks: boolean;
  share: InternString;
  keepReads: InternReads;
}

interface Order extends Run {
  routes: readonly Route[];
  /** Keys and hashes of the queries specific to these routes, as strings that are in memory here. */
  own: ReadonlyMap<string, string>;
  done: (rendered: RenderedRoute[] | null) => void;
}

function startThread({
  templates,
  compiled,
  onEnd,
}: Pick<ThreadsOptions, 'templates' | 'compiled' | 'onEnd'>): RenderThread {
  const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const { port1: answerPort, port2: answers } = new MessageChannel();
  const worker = new Worker(new URL('./render-thread.ts', import.meta.url), {
    workerData: { templates, compiled, answered, answers } satisfies Omit<ThreadStart, 'answers'> & {
      answers: MessagePort;
    },
    transferList: [answers],
    // The objects of a page are garbage once it is rendered. A young generation for many pages makes collections cheap.
    resourceLimits: { maxYoungGenerationSizeMb: youngGeneration, maxOldGenerationSizeMb: oldGeneration },
  });
  worker.unref();
  answerPort.unref();
  // Sent orders that have no result yet. Results arrive in the same order.
  const orders: Order[] = [];
  let hasEnded = false;
  let isWanted = true;

  const end = (error: Error): void => {
    if (hasEnded) return;
    hasEnded = true;
    for (const { done } of orders.splice(0)) done(null);
    if (isWanted) onEnd(error);
  };
  worker.on('error', end);
  worker.on('exit', (code) => end(new Error(`It ended with code ${String(code)}`)));
  worker.on('message', (message: FromThread) => {
    if (!('ask' in message)) {
      const order = orders.shift();
      return order?.done(receive(message, order));
    }
    const { ask, number } = message;
    const [order] = orders;
    if (order) {
      answerPort.postMessage({ number, answered: answerTo(ask, order.answers) } satisfies NumberedAnswer);
    }
    Atomics.add(answered, 0, 1);
    Atomics.notify(answered, 0);
  });

  return {
    laneFor: (run) => (routes) => {
      const { promise, resolve } = Promise.withResolvers<RenderedRoute[] | null>();
      if (hasEnded) return Promise.resolve(null);
      // Results are computed first: a failure must not leave a pending order, which would receive the pages of the next
      // one.
      const own = routes.flatMap((route) => ownQueries(route).map((key) => answerTo(key, run.answers)));
      const held = own.flatMap(([key, , hash]) => [key, hash]);
      orders.push({ ...run, routes, own: new Map(held.map((text) => [text, text])), done: resolve });
      worker.postMessage({ routes, run: run.number, once: run.once, marks: run.marks, own } satisfies ShardOrder);
      return promise;
    },
    hasEnded: () => hasEnded,
    end: () => {
      isWanted = false;
      return worker.terminate();
    },
  };
}

const answerTo = (key: QueryKey, answers: QueryResults): QueryResult => [key, answers.value(key), answers.hash(key)];

/** The queries specific to a route. */
function ownQueries({ path, document }: Route): QueryKey[] {
  if (document === null) return [];
  const [page, demo] = [sitePaths.page(''), sitePaths.demo('')];
  if (path.startsWith(page)) return [detachString(queryKey('page', [path.slice(page.length)]))];
  return path.startsWith(demo) ? [detachString(queryKey('demo', [path.slice(demo.length)]))] : [];
}

/** Converts a thread's result to the form it has when rendered here. Copied strings are replaced with the originals. */
function receive(
  { receipts, pages, buffers }: Extract<FromThread, { receipts: unknown }>,
  { routes, own, share, keepReads, answers }: Order,
): RenderedRoute[] {
  return receipts.map((copied, index) => {
    // Field queries were run in the thread. They are repeated here, because changes are tracked only for queries run
    // here.
    for (const key of copied.reads.keys()) if (fieldsIn(key) !== null) answers.hash(key);
    const { path: route = copied.route, document = copied.document } = routes[index] ?? {};
    const [fingerprint, reads] = [share(copied.fingerprint), keepReads(copied.reads, own)];
    const receipt: Receipt = { route, reads, fingerprint, document, failure: copied.failure };
    const page = pages[index] ?? null;
    if (page === null) return { receipt, page };
    const { hash, buffer, start, size } = page;
    const body = new Uint8Array(buffers[buffer] ?? new ArrayBuffer(0), start, size);
    return { receipt, page: { hash, contentType: share(page.contentType), size, body } };
  });
}
