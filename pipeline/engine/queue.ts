import PQueue from 'p-queue';
import { DiskFullError } from '../release/blobs.ts';
import { PostponedError } from '../render/render-routes.ts';

/** `edits` is for documents whose editor waits for them; `bulk` for imports and other programs. */
export type Lane = 'edits' | 'bulk';

/**
 * Runs one task at a time, and publishes documents in two lanes. Waiting edits are published together. Waiting bulk
 * documents are published in pieces: edits come before each piece, and preempt a running one.
 */
export interface Queue<Outcome> {
  /** Queues these documents (paths from `hintedPaths`); resolves once they are published. */
  publish(documents: readonly string[], lane: Lane): Promise<Outcome>;
  /** Runs a task after the tasks queued before it, and after waiting edits. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Publishes waiting edits during the running task, which must await this call. */
  urgent(): Promise<void>;
  /** Whether edits are waiting for the running task. False while `urgent` publishes. */
  isUrgent(): boolean;
  /** Whether `urgent` is publishing. */
  isPreempting(): boolean;
  /** Number of waiting documents. */
  waiting(): number;
  /** Whether documents are being published or wait for it. */
  isPublishing(): boolean;
  /** Finishes the running task and rejects waiting ones. */
  close(): Promise<void>;
}

interface Published<Outcome> {
  outcome: Outcome;
  /** The number of rendered pages and other files. */
  rendered: number;
}

export interface PublishCall {
  /** When the first of the hints arrived, by `performance.now()`. */
  since: number;
  lane: Lane;
}

export interface QueueOptions<Outcome> {
  /** Rejects with a PostponedError if edits take so long that others would wait for them: then they become bulk. */
  publish: (documents: string[], call: PublishCall) => Promise<Published<Outcome>>;
  /** The key of the documents that are published together with this one (`LaunchReader.unitOf`). */
  unitOf: (path: string) => string;
  /** Combines the outcomes of documents that were published in several pieces. */
  join: (outcomes: readonly Outcome[]) => Outcome;
  /** Called when edits arrive. */
  onUrgent: () => void;
  /** Called when a publish failed; it is retried after `delay` milliseconds. */
  onFailure: (error: unknown, delay: number) => void;
}

/** A call of `publish`. */
interface Request<Outcome> {
  unpublished: number;
  outcomes: Outcome[];
  done: PromiseWithResolvers<Outcome>;
}

interface Entry<Outcome> {
  /** When the first hint of the document arrived. */
  since: number;
  requests: Request<Outcome>[];
}

type Entries<Outcome> = Map<string, Entry<Outcome>>;

interface LaneState<Outcome> {
  /** The waiting documents, in the order in which they are published. */
  waiting: Entries<Outcome>;
  attempts: number;
  /** Set while a failed publish waits for its next attempt. */
  retry: NodeJS.Timeout | null;
}

const firstRetryDelayMs = 500;
const maxRetryDelayMs = 30_000;
// More documents than a person edits at one time. Senders without lanes hint imports as edits: the oldest documents
// above this number join the bulk lane.
const maxEdits = 50;
const bulkPiece = 1_000;
// Bulk documents are published after a pause of this length, or as long as the previous piece took, so that those
// arriving one by one take few pieces.
const debounceMs = 50;
const maxDebounceMs = 500;

export function openQueue<Outcome>(options: QueueOptions<Outcome>): Queue<Outcome> {
  const { publish, unitOf, join, onUrgent, onFailure } = options;
  const turns = new PQueue({ concurrency: 1 });
  const openLane = (): LaneState<Outcome> => ({ waiting: new Map(), attempts: 0, retry: null });
  const edits = openLane();
  const bulk = openLane();
  let newestBulk = -Infinity;
  let hasPostponed = false;
  let lastPiece = { end: -Infinity, took: 0 };
  let pieceSize = bulkPiece;
  let debounce: NodeJS.Timeout | null = null;
  let isTurnQueued = false;
  let isPreempting = false;
  // Number of batches being published. Edits can be published during a bulk piece.
  let publishing = 0;
  let isClosed = false;

  const isReady = ({ waiting, retry }: LaneState<Outcome>): boolean => waiting.size > 0 && retry === null;
  const isUrgent = (): boolean => !isPreempting && isReady(edits);
  const waiting = (): string[] => [...new Set([...edits.waiting.keys(), ...bulk.waiting.keys()])];

  /** Milliseconds until more bulk documents need not be waited for. */
  const bulkDelay = (): number => {
    if (bulk.waiting.size >= pieceSize || hasPostponed) return 0;
    const [first] = bulk.waiting.values();
    const quiet = newestBulk + Math.max(debounceMs, lastPiece.took);
    return Math.min(quiet, Math.max(first?.since ?? -Infinity, lastPiece.end) + maxDebounceMs) - performance.now();
  };

  const refuseIfClosed = (): void => {
    if (isClosed) throw new Error('The pipeline is closed');
  };

  /** Queues a turn if there are documents to publish. */
  const queueTurn = (): void => {
    if (isTurnQueued || isClosed) return;
    const delay = isReady(bulk) ? bulkDelay() : Infinity;
    if (isReady(edits) || delay <= 0) {
      isTurnQueued = true;
      void turns.add(turn);
    } else if (delay < Infinity) {
      debounce ??= setTimeout(() => {
        debounce = null;
        queueTurn();
      }, delay);
    }
  };

  /** Publishes the waiting edits, then a piece of the bulk documents. */
  const turn = async (): Promise<void> => {
    // Documents that arrive in the same tick form one batch.
    await Promise.resolve();
    isTurnQueued = false;
    if (isClosed) return;
    await publishEdits();
    if (isReady(bulk) && bulkDelay() <= 0) await publishPiece();
    queueTurn();
  };

  const urgent = async (): Promise<void> => {
    await Promise.resolve();
    refuseIfClosed();
    isPreempting = true;
    try {
      await publishEdits();
    } finally {
      isPreempting = false;
    }
  };

  const publishEdits = async (): Promise<void> => {
    if (!isReady(edits)) return;
    const batch = takeFrom(edits.waiting, Infinity);
    if (await publishBatch(edits, batch)) return;
    // The other documents need not wait for the one that takes long.
    const units = [...Map.groupBy(batch, ([path]) => unitOf(path)).values()];
    for (const unit of units.length === 1 ? [] : units)
      if (await publishBatch(edits, new Map(unit))) remove(batch, unit);
    putFirst(bulk, batch);
    hasPostponed = batch.size > 0;
  };

  const publishPiece = async (): Promise<void> => {
    hasPostponed = false;
    await publishBatch(bulk, takeFrom(bulk.waiting, pieceSize));
  };

  /** Returns false, without any change, if the documents are edits that take long. */
  const publishBatch = async (lane: LaneState<Outcome>, batch: Entries<Outcome>): Promise<boolean> => {
    publishing += 1;
    const started = performance.now();
    try {
      const since = Math.min(...Array.from(batch.values(), (entry) => entry.since));
      const call = { since, lane: lane === bulk ? 'bulk' : 'edits' } as const;
      const { outcome, rendered } = await publish([...batch.keys()], call);
      lane.attempts = 0;
      // A piece that changes every page, such as new pages in the menu, is followed by a larger one: otherwise, all
      // pages would be rendered for each piece.
      if (lane === bulk) pieceSize = Math.max(bulkPiece, rendered - batch.size);
      settle(batch, outcome, join);
    } catch (error) {
      if (error instanceof PostponedError) return false;
      retryLater(lane, batch, { error, took: performance.now() - started });
    } finally {
      publishing -= 1;
      const end = performance.now();
      if (lane === bulk) lastPiece = { end, took: end - started };
    }
    return true;
  };

  const retryLater = (
    lane: LaneState<Outcome>,
    batch: Entries<Outcome>,
    { error, took }: { error: unknown; took: number },
  ): void => {
    putFirst(lane, batch);
    // A full disk is retried soon, so that waiting edits are published as soon as there is free space.
    const growing = Math.min(maxRetryDelayMs, firstRetryDelayMs * 2 ** lane.attempts);
    const delay =
      error instanceof DiskFullError ? Math.min(maxRetryDelayMs, Math.max(firstRetryDelayMs, took)) : growing;
    lane.attempts += 1;
    lane.retry = setTimeout(() => {
      lane.retry = null;
      queueTurn();
    }, delay);
    onFailure(error, delay);
  };

  return {
    run: (task) =>
      turns.add(async () => {
        refuseIfClosed();
        await publishEdits();
        return task();
      }),
    publish: (documents, lane) => {
      const paths = new Set(documents);
      const request = { unpublished: paths.size, outcomes: [], done: Promise.withResolvers<Outcome>() };
      const now = performance.now();
      if (paths.size === 0) request.done.resolve(join([]));
      const { waiting } = lane === 'bulk' ? bulk : edits;
      for (const path of paths) {
        const entry = waiting.get(path);
        if (entry) entry.requests.push(request);
        else waiting.set(path, { since: now, requests: [request] });
      }
      const excess = edits.waiting.size - maxEdits;
      if (excess > 0) putFirst(bulk, takeFrom(edits.waiting, excess));
      if (lane === 'bulk' || excess > 0) newestBulk = now;
      queueTurn();
      if (isUrgent()) onUrgent();
      return request.done.promise;
    },
    isPublishing: () => publishing > 0 || edits.waiting.size + bulk.waiting.size > 0,
    urgent,
    isUrgent,
    isPreempting: () => isPreempting,
    waiting: () => waiting().length,
    close: async () => {
      isClosed = true;
      for (const timer of [debounce, edits.retry, bulk.retry]) if (timer) clearTimeout(timer);
      await turns.onIdle();
      const left = [...edits.waiting.values(), ...bulk.waiting.values()].flatMap(({ requests }) => requests);
      for (const { done } of left) done.reject(new Error('The pipeline is closed'));
    },
  };
}

/** Removes the first documents from a map, and returns them. */
function takeFrom<Outcome>(waiting: Entries<Outcome>, count: number): Entries<Outcome> {
  const taken: Entries<Outcome> = new Map();
  for (const [path, entry] of waiting) {
    if (taken.size >= count) break;
    taken.set(path, entry);
    waiting.delete(path);
  }
  return taken;
}

const remove = <Outcome>(waiting: Entries<Outcome>, unit: readonly (readonly [string, unknown])[]): void => {
  for (const [path] of unit) waiting.delete(path);
};

/** Adds documents to a lane, before those that are waiting there. */
function putFirst<Outcome>(lane: LaneState<Outcome>, batch: Entries<Outcome>): void {
  const all: Entries<Outcome> = new Map(batch);
  for (const [path, entry] of lane.waiting) {
    const first = batch.get(path);
    all.set(path, first ? { ...first, requests: [...first.requests, ...entry.requests] } : entry);
  }
  lane.waiting = all;
}

/** Records the outcome of published documents; resolves the calls whose documents are all published. */
function settle<Outcome>(
  batch: Entries<Outcome>,
  outcome: Outcome,
  join: (outcomes: readonly Outcome[]) => Outcome,
): void {
  const requests = [...batch.values()].flatMap((entry) => entry.requests);
  for (const [request, { length }] of Map.groupBy(requests, (one) => one)) {
    request.unpublished -= length;
    request.outcomes.push(outcome);
    if (request.unpublished > 0) continue;
    const [first = outcome, ...others] = request.outcomes;
    request.done.resolve(others.length === 0 ? first : join(request.outcomes));
  }
}
