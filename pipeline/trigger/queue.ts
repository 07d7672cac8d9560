import PQueue from 'p-queue';

/** One thing at a time: changes that arrive while something runs wait together and are handled next. */
export interface Queue<Outcome> {
  /** Asks for these documents to be published, as `hintedPaths` names them; resolves once they have been. */
  publish(documents: readonly string[]): Promise<Outcome>;
  /** Runs a task when everything asked for before it is done, and whatever waits is withdrawn that is to be. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Publishes what waits now, in the midst of the task that runs: it must wait for that. The documents that were asked for. */
  urgent(): Promise<readonly string[]>;
  /** Whether documents wait that should not: a few, and not among thousands. */
  isUrgent(): boolean;
  /** Documents that wait. */
  waiting(): number;
  /** Finishes what runs, rejects what waits. */
  close(): Promise<void>;
}

export interface QueueOptions<Outcome> {
  /** `since` is when the first of these hints arrived, by `performance.now()`. */
  publish: (documents: string[], since: number) => Promise<Outcome>;
  /** Publishes those of the waiting documents that leave the site, and no others: they wait for nothing but what runs. */
  withdraw: (documents: string[], since: number) => Promise<unknown>;
  /** Hears that it has become urgent. */
  onUrgent: () => void;
  /** Hears of a publish that failed; it is tried again after `delay` milliseconds. */
  onFailure: (error: unknown, delay: number) => void;
}

interface Batch<Outcome> {
  documents: Set<string>;
  since: number;
  attempts: number;
  /** Whether others were being published when the first of them came. */
  cameMeanwhile: boolean;
  done: PromiseWithResolvers<Outcome>;
}

const longestDelay = 30_000;
// More without a pause than somebody changes by hand: an import, or whatever else goes on and on. How long that takes says more of
// the machine than of what goes on.
const many = 50;
const pause = 1_000;
// A demo, its embed, its slug and what it had before.
const ofOneSave = 4;
// How long there must have been nothing new, or as long as the step before took, and how long that is waited for at most.
const silence = 50;
const longestGathering = 500;

export function openQueue<Outcome>({ publish, withdraw, onUrgent, onFailure }: QueueOptions<Outcome>): Queue<Outcome> {
  const turns = new PQueue({ concurrency: 1 });
  let batch: Batch<Outcome> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  let hasMany = false;
  // An urgent one is published in the midst of another.
  let publishing = 0;
  const lately = { until: -Infinity, documents: 0, took: 0 };
  let newest = 0;

  const isUrgent = (): boolean => batch !== null && !hasMany && batch.documents.size < many;

  /** Waits for what comes one after another, so that it is published in a few steps and not in a thousand. */
  const gather = async (since: number): Promise<void> => {
    const calm = Math.max(silence, lately.took);
    while (!isClosed && performance.now() < Math.min(newest + calm, since + longestGathering)) {
      await new Promise((resolve) => setTimeout(resolve, silence / 5));
    }
  };

  const refuseIfClosed = (): void => {
    if (isClosed) throw new Error('The pipeline is closed');
  };

  const flush = async (): Promise<readonly string[]> => {
    // What comes in one breath is taken together.
    await Promise.resolve();
    refuseIfClosed();
    if (batch === null) return [];
    if (hasMany) await gather(performance.now());
    const taken = batch;
    batch = null;
    // One save after another, each when the one before is live, is no import however fast it goes, nor part of one that has ended.
    const isSave = !taken.cameMeanwhile && taken.documents.size <= ofOneSave;
    if (isSave || taken.since - lately.until > pause) lately.documents = 0;
    if (!isSave) lately.documents += taken.documents.size;
    hasMany = taken.documents.size >= many || lately.documents >= many;
    publishing += 1;
    const started = performance.now();
    try {
      taken.done.resolve(await publish([...taken.documents], taken.since));
    } catch (error) {
      const delay = Math.min(longestDelay, 500 * 2 ** taken.attempts);
      batch = merge({ ...taken, attempts: taken.attempts + 1 }, batch);
      onFailure(error, delay);
      timer = setTimeout(() => void turns.add(flush).catch(() => undefined), delay);
    } finally {
      publishing -= 1;
      lately.until = performance.now();
      lately.took = lately.until - started;
    }
    return [...taken.documents];
  };

  return {
    run: (task) =>
      turns.add(async () => {
        refuseIfClosed();
        // A failure here is met again, and reported, when the whole batch has its turn.
        if (batch !== null) await withdraw([...batch.documents], batch.since).catch(() => undefined);
        return task();
      }),
    publish: (documents) => {
      if (batch === null) {
        batch = {
          documents: new Set(),
          since: performance.now(),
          attempts: 0,
          cameMeanwhile: publishing > 0,
          done: Promise.withResolvers(),
        };
        turns.add(flush).catch((error: unknown) => batch?.done.reject(error));
      }
      for (const document of documents) batch.documents.add(document);
      newest = performance.now();
      if (isUrgent()) onUrgent();
      return batch.done.promise;
    },
    urgent: flush,
    isUrgent,
    waiting: () => batch?.documents.size ?? 0,
    close: async () => {
      isClosed = true;
      if (timer) clearTimeout(timer);
      await turns.onIdle();
      batch?.done.reject(new Error('The pipeline is closed'));
      batch = null;
    },
  };
}

/** Joins what failed with what has arrived since; whoever waits for either gets the same outcome. */
function merge<Outcome>(failed: Batch<Outcome>, arrived: Batch<Outcome> | null): Batch<Outcome> {
  if (arrived === null) return failed;
  failed.done.promise.then(arrived.done.resolve, arrived.done.reject);
  return { ...failed, documents: new Set([...failed.documents, ...arrived.documents]) };
}
