import PQueue from 'p-queue';
import { DiskFullError } from '../release/blobs.ts';

/** Runs one task at a time. Changes that arrive during a task are collected and published together afterwards. */
export interface Queue<Outcome> {
  /** Queues these documents (paths from `hintedPaths`); resolves once they are published. */
  publish(documents: readonly string[]): Promise<Outcome>;
  /** Runs a task after everything queued before it, and after waiting withdrawals. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Publishes urgent documents during the running task, which must await this call. */
  urgent(): Promise<void>;
  /** Whether a few documents are waiting that are not part of an import. */
  isUrgent(): boolean;
  /** Number of waiting documents. */
  waiting(): number;
  /** Whether documents are being published or wait for it. */
  isPublishing(): boolean;
  /** Finishes the running task and rejects waiting ones. */
  close(): Promise<void>;
}

export interface QueueOptions<Outcome> {
  /**
   * Whether the site has the document. Its change is then an edit, even if an import of new documents arrives with it.
   */
  isKnown: (document: string) => boolean;
  /** `since` is when the first of these hints arrived, by `performance.now()`. */
  publish: (documents: string[], since: number) => Promise<Outcome>;
  /** Publishes the withdrawals among the waiting documents; they wait only for the running task. */
  withdraw: (documents: string[], since: number) => Promise<unknown>;
  /** Called when urgent documents arrive. */
  onUrgent: () => void;
  /** Called when a publish failed; it is retried after `delay` milliseconds. */
  onFailure: (error: unknown, delay: number) => void;
}

interface Batch<Outcome> {
  documents: Set<string>;
  since: number;
  attempts: number;
  /** Whether another batch was being published when the first document arrived. */
  arrivedDuringPublish: boolean;
  /** Whether the first document arrived after a pause. The documents of an import arrive without pauses. */
  isSeparate: boolean;
  done: PromiseWithResolvers<Outcome>;
}

const firstRetryDelayMs = 500;
const maxRetryDelayMs = 30_000;
// More documents than a person edits without a pause: an import or another bulk change. Bulk changes are recognized by
// their number of documents, because their duration depends on the machine.
const bulkThreshold = 50;
const bulkPauseMs = 1_000;
// A demo, its embed code, its slug and its previous slug.
const maxDocumentsPerSave = 4;
// During a bulk change, a batch is published after a pause of this length, or as long as the previous publish took.
const debounceMs = 50;
const maxDebounceMs = 500;
// Length of the pause before a separate document.
const separationMs = 250;

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
  // Number of batches being published. An urgent batch can be published during another one.
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
    const target = some ?? openBatch();
    for (const document of documents) target.documents.add(document);
    return target;
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
    const quietMs = Math.max(debounceMs, recentLoad.took);
    while (!isClosed && performance.now() < Math.min(newest + quietMs, since + maxDebounceMs)) {
      await new Promise((resolve) => setTimeout(resolve, debounceMs / 5));
    }
  };

  const refuseIfClosed = (): void => {
    if (isClosed) throw new Error('The pipeline is closed');
  };

  const flush = async (): Promise<void> => {
    // Documents that arrive in the same tick form one batch.
    await Promise.resolve();
    refuseIfClosed();
    if (edits === null && batch === null) return;
    if (isBulk) await debounce(performance.now());
    await publishBatch(takeAll());
  };

  const urgent = async (): Promise<void> => {
    await Promise.resolve();
    refuseIfClosed();
    await publishBatch(takeUrgent());
  };

  const publishBatch = async (taken: Batch<Outcome> | null): Promise<void> => {
    if (taken === null) return;
    // Saves that each wait until the previous one is live are not an import, even if they follow each other fast. They
    // are also not part of an import that has ended.
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
      // A full disk is retried soon, so that waiting edits are published as soon as there is free space.
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
  };

  return {
    run: (task) =>
      turns.add(async () => {
        refuseIfClosed();
        // A failure is ignored here, because it recurs and is reported when the whole batch is published.
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
    isPublishing: () => publishing > 0 || waiting().length > 0,
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
