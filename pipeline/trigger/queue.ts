import PQueue from 'p-queue';
import { DiskFullError } from '../release/blobs.ts';

/** One thing at a time: changes that arrive while something runs wait together and are handled next. */
export interface Queue<Outcome> {
  /** Queues these documents (paths from `hintedPaths`); resolves once they are published. */
  publish(documents: readonly string[]): Promise<Outcome>;
  /** Runs a task after everything queued before it, and after waiting withdrawals. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Publishes urgent documents during the running task, which must wait for it. Returns their paths. */
  urgent(): Promise<readonly string[]>;
  /** Whether documents wait that should not: a few, which are no part of an import. */
  isUrgent(): boolean;
  /** Documents that wait. */
  waiting(): number;
  /** Finishes the running task and rejects waiting ones. */
  close(): Promise<void>;
}

export interface QueueOptions<Outcome> {
  /** Whether the document was known before: a change of it is an edit, even if an import of new documents arrives with it. */
  isKnown: (document: string) => boolean;
  /** `since` is when the first of these hints arrived, by `performance.now()`. */
  publish: (documents: string[], since: number) => Promise<Outcome>;
  /** Publishes the withdrawals among the waiting documents; they wait only for the running task. */
  withdraw: (documents: string[], since: number) => Promise<unknown>;
  /** Called when it becomes urgent. */
  onUrgent: () => void;
  /** Called when a publish failed; it is retried after `delay` milliseconds. */
  onFailure: (error: unknown, delay: number) => void;
}

interface Batch<Outcome> {
  documents: Set<string>;
  since: number;
  attempts: number;
  /** Whether others were being published when the first of them came. */
  arrivedDuringPublish: boolean;
  /** Whether no other document had arrived for a moment when the first of them came: an import arrives without pauses. */
  isSeparate: boolean;
  done: PromiseWithResolvers<Outcome>;
}

const firstRetryDelayMs = 500;
const maxRetryDelayMs = 30_000;
// More documents without a pause than a person edits: an import or another bulk change. Its duration depends
// on the machine.
const bulkThreshold = 50;
const bulkPauseMs = 1_000;
// A demo, its embed, its slug and its previous slug.
const maxDocumentsPerSave = 4;
// How long there must have been nothing new, or as long as the step before took, and how long that is waited for at most.
const debounceMs = 50;
const separationMs = 250;
const maxDebounceMs = 500;

export function openQueue<Outcome>(options: QueueOptions<Outcome>): Queue<Outcome> {
  const { publish, withdraw, isKnown, onUrgent, onFailure } = options;
  const turns = new PQueue({ concurrency: 1 });
  let batch: Batch<Outcome> | null = null;
  // Edits that arrive while an import is published or waits.
  let edits: Batch<Outcome> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  let isBulk = false;
  let isBulkOfKnown = false;
  // An urgent batch is published during another one.
  let publishing = 0;
  const recentLoad = { until: -Infinity, documents: 0, known: 0, took: 0 };
  let newest = -Infinity;

  const isFew = (some: Batch<Outcome> | null): some is Batch<Outcome> =>
    some !== null && some.documents.size < bulkThreshold;
  const isUrgent = (): boolean => (isFew(edits) && !isBulkOfKnown) || (isFew(batch) && (!isBulk || batch.isSeparate));
  const waiting = (): string[] => [...(edits?.documents ?? []), ...(batch?.documents ?? [])];

  const openBatch = (): Batch<Outcome> => {
    const since = performance.now();
    const opened: Batch<Outcome> = {
      documents: new Set(),
      since,
      attempts: 0,
      arrivedDuringPublish: publishing > 0,
      isSeparate: since - newest > separationMs,
      done: Promise.withResolvers(),
    };
    turns.add(flush).catch(opened.done.reject);
    return opened;
  };

  const withDocuments = (some: Batch<Outcome> | null, documents: readonly string[]): Batch<Outcome> => {
    const into = some ?? openBatch();
    for (const document of documents) into.documents.add(document);
    return into;
  };

  const takeAll = (): Batch<Outcome> | null => {
    const taken = edits === null ? batch : merge(edits, batch);
    edits = batch = null;
    return taken;
  };
  const takeUrgent = (): Batch<Outcome> | null => {
    const taken = edits ?? batch;
    if (edits === null) batch = null;
    edits = null;
    return taken;
  };

  /** Waits for documents arriving one after another, so that they are published in few steps. */
  const debounce = async (since: number): Promise<void> => {
    const calm = Math.max(debounceMs, recentLoad.took);
    while (!isClosed && performance.now() < Math.min(newest + calm, since + maxDebounceMs)) {
      await new Promise((resolve) => setTimeout(resolve, debounceMs / 5));
    }
  };

  const refuseIfClosed = (): void => {
    if (isClosed) throw new Error('The pipeline is closed');
  };

  const flush = async (): Promise<readonly string[]> => {
    // Documents that arrive together form one batch.
    await Promise.resolve();
    refuseIfClosed();
    if (edits === null && batch === null) return [];
    if (isBulk) await debounce(performance.now());
    return publishBatch(takeAll());
  };

  const urgent = async (): Promise<readonly string[]> => {
    await Promise.resolve();
    refuseIfClosed();
    return publishBatch(takeUrgent());
  };

  const publishBatch = async (taken: Batch<Outcome> | null): Promise<readonly string[]> => {
    if (taken === null) return [];
    // One save after another, each when the one before is live, is no import however fast it goes, nor part of one that has ended.
    const isSave = !taken.arrivedDuringPublish && taken.documents.size <= maxDocumentsPerSave;
    if (isSave || (publishing === 0 && taken.since - recentLoad.until > bulkPauseMs))
      recentLoad.documents = recentLoad.known = 0;
    const known = [...taken.documents].filter(isKnown).length;
    if (!isSave) {
      recentLoad.documents += taken.documents.size;
      recentLoad.known += known;
    }
    isBulk = taken.documents.size >= bulkThreshold || recentLoad.documents >= bulkThreshold;
    isBulkOfKnown = known >= bulkThreshold || recentLoad.known >= bulkThreshold;
    publishing += 1;
    const started = performance.now();
    try {
      taken.done.resolve(await publish([...taken.documents], taken.since));
    } catch (error) {
      const took = performance.now() - started;
      // A full disk is tried again soon, so that waiting edits are published with the first room.
      const growing = Math.min(maxRetryDelayMs, firstRetryDelayMs * 2 ** taken.attempts);
      const delay =
        error instanceof DiskFullError ? Math.min(maxRetryDelayMs, Math.max(firstRetryDelayMs, took)) : growing;
      batch = merge({ ...taken, attempts: taken.attempts + 1 }, batch);
      onFailure(error, delay);
      timer = setTimeout(() => void turns.add(flush).catch(() => undefined), delay);
    } finally {
      publishing -= 1;
      recentLoad.until = performance.now();
      recentLoad.took = recentLoad.until - started;
    }
    return [...taken.documents];
  };

  return {
    run: (task) =>
      turns.add(async () => {
        refuseIfClosed();
        // A failure here is met again, and reported, when the whole batch has its turn.
        const since = Math.min(edits?.since ?? Infinity, batch?.since ?? Infinity);
        if (since < Infinity) await withdraw(waiting(), since).catch(() => undefined);
        return task();
      }),
    publish: (documents) => {
      const isImport = publishing > 0 && (isBulk || (batch?.documents.size ?? 0) >= bulkThreshold);
      const known = isImport ? documents.filter(isKnown) : [];
      const others = known.length === 0 ? documents : documents.filter((document) => !isKnown(document));
      let joined: Batch<Outcome> | null = null;
      if (known.length > 0) joined = edits = withDocuments(edits, known);
      if (joined === null || others.length > 0) joined = batch = withDocuments(batch, others);
      newest = performance.now();
      if (isUrgent()) onUrgent();
      return joined.done.promise;
    },
    urgent,
    isUrgent,
    waiting: () => waiting().length,
    close: async () => {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await turns.onIdle();
      takeAll()?.done.reject(new Error('The pipeline is closed'));
    },
  };
}

/** Merges a failed batch with newly arrived documents; callers of both get the same result. */
function merge<Outcome>(failed: Batch<Outcome>, arrived: Batch<Outcome> | null): Batch<Outcome> {
  if (arrived === null) return failed;
  failed.done.promise.then(arrived.done.resolve, arrived.done.reject);
  return { ...failed, documents: new Set([...failed.documents, ...arrived.documents]) };
}
