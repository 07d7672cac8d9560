import { setTimeout } from 'node:timers/promises';

/** Processes written documents. */
export interface BatchProcessor {
  /** Updates the summaries of these documents. */
  process(ids: ReadonlySet<string>): Promise<void>;
  /** Marks the set as behind; the returned function marks it as caught up. */
  start(): Promise<() => Promise<void>>;
  /** Marks the set as incomplete, because the events of early returns are lost. */
  abort(): Promise<void>;
}

interface Waiting {
  id: string;
  done: PromiseWithResolvers<void>;
}

// More concurrent writes than this indicate an import or a restore.
const maxUnbatched = 16;
const idleMs = 500;
// Shorter than a call's timeout minus the time to process the batch.
const maxBatchMs = 20_000;

/**
 * Batches concurrent writes. Under low load each call waits for its batch. Under high load all calls but
 * one return immediately; the last one processes the batch once writes go idle, and fails
 * if the batch fails.
 */
export function batchWrites({ process, start, abort }: BatchProcessor): (id: string) => Promise<void> {
  const waiting: Waiting[] = [];
  let isRunning = false;
  let batch: Set<string> | null = null;
  let arrived = 0;

  const work = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) await (waiting.length > maxUnbatched ? processBatch() : processEach(waiting.splice(0)));
    isRunning = false;
  };

  const processEach = (items: readonly Waiting[]): Promise<void> =>
    process(new Set(items.map(({ id }) => id))).then(
      () => items.forEach(({ done }) => done.resolve()),
      (error: unknown) => items.forEach(({ done }) => done.reject(error)),
    );

  const processBatch = async (): Promise<void> => {
    const [last] = waiting.splice(0, 1);
    if (!last) return;
    try {
      const end = await start();
      const ids = (batch = new Set([last.id]));
      for (const { id, done } of waiting.splice(0)) {
        ids.add(id);
        done.resolve();
      }
      const until = performance.now() + maxBatchMs;
      do {
        arrived = 0;
        await setTimeout(idleMs);
      } while (arrived > maxUnbatched && performance.now() < until);
      batch = null;
      await process(ids);
      await end();
      last.done.resolve();
    } catch (error) {
      await abort().catch(() => undefined);
      last.done.reject(error);
    }
  };

  return (id) => {
    if (batch !== null) {
      arrived += 1;
      batch.add(id);
      return Promise.resolve();
    }
    const done = Promise.withResolvers<void>();
    waiting.push({ id, done });
    if (!isRunning) void work();
    return done.promise;
  };
}
