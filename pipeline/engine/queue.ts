import PQueue from 'p-queue';
import { DiskFullError } from '../site/blobs.ts';
import { PostponedError } from '../render/render-routes.ts';

/** `edits` is for documents whose editor waits for them; `bulk` for imports and other programs. */
export type Lane = 'edits' | 'bulk';

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

const createLane = <Outcome>(): LaneState<Outcome> => ({ waiting: new Map(), attempts: 0, retry: null });

const isReady = <Outcome>({ waiting, retry }: LaneState<Outcome>): boolean => waiting.size > 0 && retry === null;

/**
 * Runs one task at a time, and publishes documents in two lanes. Waiting edits are published together. Waiting bulk
 * documents are published in pieces: edits come before each piece, and preempt a running one.
 */
export class Queue<Outcome> {
  readonly #options: QueueOptions<Outcome>;
  readonly #turns = new PQueue({ concurrency: 1 });
  readonly #edits = createLane<Outcome>();
  readonly #bulk = createLane<Outcome>();
  #newestBulk = -Infinity;
  #hasPostponed = false;
  #lastPiece = { end: -Infinity, took: 0 };
  #pieceSize = bulkPiece;
  #debounce: NodeJS.Timeout | null = null;
  #isTurnQueued = false;
  #isPreempting = false;
  // Number of batches being published. Edits can be published during a bulk piece.
  #publishing = 0;
  #isClosed = false;

  constructor(options: QueueOptions<Outcome>) {
    this.#options = options;
  }

  /** Queues these documents (paths from `hintedPaths`); resolves once they are published. */
  publish(documents: readonly string[], lane: Lane): Promise<Outcome> {
    const paths = new Set(documents);
    const request: Request<Outcome> = {
      unpublished: paths.size,
      outcomes: [],
      done: Promise.withResolvers<Outcome>(),
    };
    const now = performance.now();
    if (paths.size === 0) request.done.resolve(this.#options.join([]));
    const { waiting } = lane === 'bulk' ? this.#bulk : this.#edits;
    for (const path of paths) {
      const entry = waiting.get(path);
      if (entry) entry.requests.push(request);
      else waiting.set(path, { since: now, requests: [request] });
    }
    const excess = this.#edits.waiting.size - maxEdits;
    if (excess > 0) putFirst(this.#bulk, takeFrom(this.#edits.waiting, excess));
    if (lane === 'bulk' || excess > 0) this.#newestBulk = now;
    this.#queueTurn();
    if (this.isUrgent()) this.#options.onUrgent();
    return request.done.promise;
  }

  /** Runs a task after the tasks queued before it, and after waiting edits. */
  run<Result>(task: () => Promise<Result>): Promise<Result> {
    return this.#turns.add(async () => {
      this.#refuseIfClosed();
      await this.#publishEdits();
      return task();
    });
  }

  /** Publishes waiting edits during the running task, which must await this call. */
  async urgent(): Promise<void> {
    await Promise.resolve();
    this.#refuseIfClosed();
    this.#isPreempting = true;
    try {
      await this.#publishEdits();
    } finally {
      this.#isPreempting = false;
    }
  }

  /** Whether edits are waiting for the running task. False while `urgent` publishes. */
  isUrgent(): boolean {
    return !this.#isPreempting && isReady(this.#edits);
  }

  /** Whether `urgent` is publishing. */
  isPreempting(): boolean {
    return this.#isPreempting;
  }

  /** Number of waiting documents. */
  waiting(): number {
    return new Set([...this.#edits.waiting.keys(), ...this.#bulk.waiting.keys()]).size;
  }

  /** Whether documents are being published or wait for it. */
  isPublishing(): boolean {
    return this.#publishing > 0 || this.#edits.waiting.size + this.#bulk.waiting.size > 0;
  }

  /** Finishes the running task and rejects waiting ones. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of [this.#debounce, this.#edits.retry, this.#bulk.retry]) if (timer) clearTimeout(timer);
    await this.#turns.onIdle();
    const waiting = [...this.#edits.waiting.values(), ...this.#bulk.waiting.values()];
    for (const { done } of waiting.flatMap(({ requests }) => requests)) done.reject(closed());
  }

  #refuseIfClosed(): void {
    if (this.#isClosed) throw closed();
  }

  /** Queues a turn if there are documents to publish. */
  #queueTurn(): void {
    if (this.#isTurnQueued || this.#isClosed) return;
    const delay = isReady(this.#bulk) ? this.#bulkDelay() : Infinity;
    if (isReady(this.#edits) || delay <= 0) {
      this.#isTurnQueued = true;
      void this.#turns.add(() => this.#turn());
    } else if (delay < Infinity) {
      this.#debounce ??= setTimeout(() => {
        this.#debounce = null;
        this.#queueTurn();
      }, delay);
    }
  }

  /** Milliseconds until more bulk documents need not be waited for. */
  #bulkDelay(): number {
    const { waiting } = this.#bulk;
    if (waiting.size >= this.#pieceSize || this.#hasPostponed) return 0;
    const [first] = waiting.values();
    const { end, took } = this.#lastPiece;
    const quiet = this.#newestBulk + Math.max(debounceMs, took);
    return Math.min(quiet, Math.max(first?.since ?? -Infinity, end) + maxDebounceMs) - performance.now();
  }

  /** Publishes the waiting edits, then a piece of the bulk documents. */
  async #turn(): Promise<void> {
    // Documents that arrive in the same tick form one batch.
    await Promise.resolve();
    this.#isTurnQueued = false;
    if (this.#isClosed) return;
    await this.#publishEdits();
    if (isReady(this.#bulk) && this.#bulkDelay() <= 0) await this.#publishPiece();
    this.#queueTurn();
  }

  async #publishEdits(): Promise<void> {
    if (!isReady(this.#edits)) return;
    const batch = takeFrom(this.#edits.waiting, Infinity);
    if (await this.#publishBatch('edits', batch)) return;
    // The other documents need not wait for the one that takes long.
    const units = [...Map.groupBy(batch, ([path]) => this.#options.unitOf(path)).values()];
    for (const unit of units.length === 1 ? [] : units)
      if (await this.#publishBatch('edits', new Map(unit))) for (const [path] of unit) batch.delete(path);
    putFirst(this.#bulk, batch);
    this.#hasPostponed = batch.size > 0;
  }

  async #publishPiece(): Promise<void> {
    this.#hasPostponed = false;
    await this.#publishBatch('bulk', takeFrom(this.#bulk.waiting, this.#pieceSize));
  }

  /** Returns false, without any change, if the documents are edits that take long. */
  async #publishBatch(lane: Lane, batch: Entries<Outcome>): Promise<boolean> {
    const { publish, join } = this.#options;
    this.#publishing += 1;
    const started = performance.now();
    try {
      const since = Math.min(...Array.from(batch.values(), (entry) => entry.since));
      const { outcome, rendered } = await publish([...batch.keys()], { since, lane });
      this.#laneOf(lane).attempts = 0;
      // A piece that changes every page, such as new pages in the menu, is followed by a larger one: otherwise, all
      // pages would be rendered for each piece.
      if (lane === 'bulk') this.#pieceSize = Math.max(bulkPiece, rendered - batch.size);
      settle(batch, outcome, join);
    } catch (error) {
      if (error instanceof PostponedError) return false;
      this.#retryLater(lane, batch, { error, took: performance.now() - started });
    } finally {
      this.#publishing -= 1;
      const end = performance.now();
      if (lane === 'bulk') this.#lastPiece = { end, took: end - started };
    }
    return true;
  }

  #laneOf(lane: Lane): LaneState<Outcome> {
    return lane === 'bulk' ? this.#bulk : this.#edits;
  }

  #retryLater(lane: Lane, batch: Entries<Outcome>, { error, took }: { error: unknown; took: number }): void {
    const state = this.#laneOf(lane);
    putFirst(state, batch);
    // A full disk is retried soon, so that waiting edits are published as soon as there is free space.
    const growing = Math.min(maxRetryDelayMs, firstRetryDelayMs * 2 ** state.attempts);
    const delay =
      error instanceof DiskFullError ? Math.min(maxRetryDelayMs, Math.max(firstRetryDelayMs, took)) : growing;
    state.attempts += 1;
    state.retry = setTimeout(() => {
      state.retry = null;
      this.#queueTurn();
    }, delay);
    this.#options.onFailure(error, delay);
  }
}

const closed = (): Error => new Error('The pipeline is closed');

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
