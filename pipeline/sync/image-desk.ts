import { messageWithNext } from '@frontage/model/operator-error';
import PQueue from 'p-queue';
import type { ImageRecord } from './image-record.ts';
import type { ImageAddress } from './upload-addresses.ts';
import type { ImageLibrary } from './image-library.ts';

/** The result of the last inspection of an image. */
export interface Inspection {
  record: ImageRecord | null;
  /** Why there is no record, or may be a newer one. */
  message: string | null;
  /** The source was unreachable; a later attempt may succeed. */
  isUnreachable: boolean;
}

/** An image to inspect; images with a smaller `turn` come first. */
export interface InspectionRequest {
  image: ImageAddress;
  turn: number;
}

/** How many of how many have been seen. */
export type OnInspected = (seen: number, total: number) => void;

/**
 * Inspects images concurrently, in the background if it takes long, and keeps the results. Missing and unreachable images
 * are retried with growing delays.
 */
export interface ImageDesk {
  /** Inspects these again; resolves when all are done, or after `patience` milliseconds. `onSeen` is called for each. */
  look(wanted: Iterable<InspectionRequest>, patience: number, onSeen?: OnInspected): Promise<void>;
  /** The last result for an image; null before its first inspection. */
  seen(address: string): Inspection | null;
  /** The images in use; only these are retried. */
  follow(addresses: Pick<ReadonlySet<string>, 'has'>): void;
  /** The images inspected since the previous call; their results may have changed. */
  takeNews(): string[];
  /** Adds records of images that another writer has processed. */
  learn(records: Iterable<ImageRecord>): void;
  /** Forgets unused images; their processed files are removed. */
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
  seen: Inspection | null;
  running: Promise<void> | null;
  /** It was asked for again while it was being looked at. */
  isStale: boolean;
  isAwaited: boolean;
  misses: number;
}

const atOnce = 8;
const firstRetry = 5_000;
const longestRetry = 10 * 60_000;
// Images that come in one after another are told of together.
const longestSilence = 10_000;
const patienceAtClose = 2_000;

export function openImageDesk({ library, known, onNews }: DeskOptions): ImageDesk {
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

  const tell = (): void => {
    if (hasNews && !isClosed) onNews();
    hasNews = false;
  };
  queue.on('idle', tell);

  const seenBefore = (address: string): Inspection | null => {
    const record = records.get(address);
    return record ? { record, message: null, isUnreachable: false } : null;
  };

  const entryOf = (image: ImageAddress): Entry => {
    const { address } = image;
    const entry = entries.get(address) ?? {
      image,
      seen: seenBefore(address),
      running: null,
      isStale: false,
      isAwaited: false,
      misses: 0,
    };
    entries.set(address, entry);
    return entry;
  };

  const lookAt = async (entry: Entry): Promise<void> => {
    const before = entry.seen;
    const record = before?.record ?? null;
    do {
      entry.isStale = false;
      const found = await library.process(entry.image, record).catch(reasonOf);
      if (typeof found === 'string') entry.seen = { record, message: found, isUnreachable: true };
      else if (found.ok) entry.seen = { record: found.record, message: null, isUnreachable: false };
      else entry.seen = { record: null, message: found.message, isUnreachable: false };
      const mayCome = typeof found === 'string' || (!found.ok && found.isMissing);
      entry.misses = mayCome ? entry.misses + 1 : 0;
    } while (entry.isStale && !isClosed);
    entry.running = null;
    news.add(entry.image.address);
    if (entry.misses > 0) lookLater(entry);
    if (entry.isAwaited || (before !== null && record === entry.seen.record)) return;
    if (!hasNews) later(longestSilence, tell);
    hasNews = true;
  };

  const begin = (entry: Entry, turn: number): Promise<void> =>
    (entry.running ??= queue.add(() => lookAt(entry), { priority: -turn }));

  const lookLater = (entry: Entry): void => {
    const { misses } = entry;
    later(Math.min(longestRetry, firstRetry * 2 ** (misses - 1)), () => {
      const isMissed = entry.misses === misses && followed.has(entry.image.address);
      if (isMissed && !isClosed) void begin(entry, 0);
    });
  };

  return {
    look: async (wanted, patience, onSeen) => {
      let count = 0;
      const asked = [...wanted].map(({ image, turn }) => {
        const entry = entryOf(image);
        if (entry.running !== null) entry.isStale = true;
        entry.isAwaited = true;
        return { entry, seen: begin(entry, turn) };
      });
      const told = asked.map(({ seen }) => seen.then(() => onSeen?.((count += 1), asked.length)));
      await within(patience, Promise.all(told));
      for (const { entry } of asked) entry.isAwaited = false;
    },
    seen: (address) => entries.get(address)?.seen ?? seenBefore(address),
    follow: (addresses) => (followed = addresses),
    takeNews: () => {
      const addresses = [...news];
      news.clear();
      return addresses;
    },
    learn: (some) => {
      for (const record of some) {
        const { address } = record;
        records.set(address, record);
        const entry = entries.get(address);
        if (entry) Object.assign(entry, { seen: seenBefore(address), misses: 0 });
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

/** Waits for work, `patience` milliseconds at most. */
async function within(patience: number, work: Promise<unknown>): Promise<void> {
  if (patience === Infinity) return void (await work);
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, patience);
  await Promise.race([work, over]);
  clearTimeout(timer);
}

const reasonOf = (error: unknown): string => `The image could not be read: ${messageWithNext(error)}`;
