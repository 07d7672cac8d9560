import { messageWithNext } from '@frontage/model/operator-error';
import PQueue from 'p-queue';
import type { ImageLibrary, ImageRecord } from './image-library.ts';
import type { ImageAddress } from './content-addresses.ts';

/** The result of the last inspection of an image. */
interface Inspection {
  record: ImageRecord | null;
  /** Why there is no record, or may be a newer one. */
  message: string | null;
  /** The source was unreachable; a later attempt may succeed. */
  isUnreachable: boolean;
}

/** An image to inspect; images with a smaller `turn` come first. */
interface InspectionRequest {
  image: ImageAddress;
  turn: number;
}

/** Reports progress: the number of inspected images, and of all requested images. */
export type OnInspected = (inspected: number, total: number) => void;

/**
 * Inspects images concurrently, in the background if it takes long, and keeps the results. Missing and unreachable
 * images are retried with growing delays.
 */
export interface ImageInspector {
  /** Inspects images, also those inspected before. Resolves when all are done, at the latest after `patience` ms. */
  inspect(wanted: Iterable<InspectionRequest>, patience: number, onInspected?: OnInspected): Promise<void>;
  /** The last result for an image; null before its first inspection. */
  resultOf(address: string): Inspection | null;
  /** The images in use; only these are retried. */
  follow(addresses: Pick<ReadonlySet<string>, 'has'>): void;
  /** The images inspected since the previous call; their results may have changed. */
  takeNews(): string[];
  /** Adds records of images that another writer has processed. */
  addRecords(records: Iterable<ImageRecord>): void;
  /** Forgets unused images, whose processed files are removed. */
  forget(addresses: readonly string[]): void;
  close(): Promise<void>;
}

interface DeskOptions {
  library: ImageLibrary;
  known: Iterable<ImageRecord>;
  /** Called when there are new results since the last `takeNews`. */
  onNews: () => void;
}

interface Entry {
  image: ImageAddress;
  result: Inspection | null;
  running: Promise<void> | null;
  /** Another inspection was requested while one was running. */
  isStale: boolean;
  /** A call of `inspect` waits for the result. */
  isAwaited: boolean;
  /** Failed attempts in a row that may succeed later. */
  misses: number;
}

const atOnce = 8;
const firstRetry = 5_000;
const longestRetry = 10 * 60_000;
// Results that arrive one after another are reported together.
const longestReportDelay = 10_000;
const patienceAtClose = 2_000;

export function openImageInspector({ library, known, onNews }: DeskOptions): ImageInspector {
  const queue = new PQueue({ concurrency: atOnce });
  const records = new Map([...known].map((record) => [record.address, record]));
  const entries = new Map<string, Entry>();
  const timers = new Set<NodeJS.Timeout>();
  const news = new Set<string>();
  let followed: Pick<ReadonlySet<string>, 'has'> = new Set();
  let hasNews = false;
  let isClosed = false;

  const later = (delay: number, act: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, delay);
    timers.add(timer.unref());
  };

  const reportNews = (): void => {
    if (hasNews && !isClosed) onNews();
    hasNews = false;
  };
  queue.on('idle', reportNews);

  const storedResult = (address: string): Inspection | null => {
    const record = records.get(address);
    return record ? { record, message: null, isUnreachable: false } : null;
  };

  const entryOf = (image: ImageAddress): Entry => {
    const { address } = image;
    const entry = entries.get(address) ?? {
      image,
      result: storedResult(address),
      running: null,
      isStale: false,
      isAwaited: false,
      misses: 0,
    };
    entries.set(address, entry);
    return entry;
  };

  const inspectEntry = async (entry: Entry): Promise<void> => {
    const before = entry.result;
    const record = before?.record ?? null;
    do {
      entry.isStale = false;
      const found = await library.process(entry.image, record).catch(reasonOf);
      if (typeof found === 'string') entry.result = { record, message: found, isUnreachable: true };
      else if (found.ok) entry.result = { record: found.record, message: null, isUnreachable: false };
      else entry.result = { record: null, message: found.message, isUnreachable: false };
      const mayCome = typeof found === 'string' || (!found.ok && found.isMissing);
      entry.misses = mayCome ? entry.misses + 1 : 0;
    } while (entry.isStale && !isClosed);
    entry.running = null;
    news.add(entry.image.address);
    if (entry.misses > 0) scheduleRetry(entry);
    if (entry.isAwaited || (before !== null && record === entry.result.record)) return;
    if (!hasNews) later(longestReportDelay, reportNews);
    hasNews = true;
  };

  const begin = (entry: Entry, turn: number): Promise<void> =>
    (entry.running ??= queue.add(() => inspectEntry(entry), { priority: -turn }));

  const scheduleRetry = (entry: Entry): void => {
    const { misses } = entry;
    later(Math.min(longestRetry, firstRetry * 2 ** (misses - 1)), () => {
      const isMissed = entry.misses === misses && followed.has(entry.image.address);
      if (isMissed && !isClosed) void begin(entry, 0);
    });
  };

  return {
    inspect: async (wanted, patience, onInspected) => {
      let count = 0;
      const requested = [...wanted].map(({ image, turn }) => {
        const entry = entryOf(image);
        if (entry.running !== null) entry.isStale = true;
        entry.isAwaited = true;
        return { entry, done: begin(entry, turn) };
      });
      const reported = requested.map(({ done }) => done.then(() => onInspected?.((count += 1), requested.length)));
      await within(patience, Promise.all(reported));
      for (const { entry } of requested) entry.isAwaited = false;
    },
    resultOf: (address) => entries.get(address)?.result ?? storedResult(address),
    follow: (addresses) => (followed = addresses),
    takeNews: () => {
      const addresses = [...news];
      news.clear();
      return addresses;
    },
    addRecords: (some) => {
      for (const record of some) {
        const { address } = record;
        records.set(address, record);
        const entry = entries.get(address);
        if (entry) Object.assign(entry, { result: storedResult(address), misses: 0 });
      }
    },
    forget: (addresses) => {
      for (const address of addresses) {
        records.delete(address);
        entries.delete(address);
      }
    },
    close: async () => {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      queue.clear();
      await within(patienceAtClose, queue.onIdle());
    },
  };
}

/** Waits for `work`, at most `patience` milliseconds. */
async function within(patience: number, work: Promise<unknown>): Promise<void> {
  if (patience === Infinity) return void (await work);
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patience);
  await Promise.race([work, over]);
  clearTimeout(timer);
}

const reasonOf = (error: unknown): string => `The image could not be read: ${messageWithNext(error)}`;
