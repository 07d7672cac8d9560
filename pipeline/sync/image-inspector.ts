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

interface InspectorOptions {
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

/**
 * Inspects images concurrently, in the background if it takes long, and keeps the results. Missing and unreachable
 * images are retried with growing delays.
 */
export class ImageInspector {
  readonly #library: ImageLibrary;
  readonly #onNews: () => void;
  readonly #queue = new PQueue({ concurrency: atOnce });
  readonly #records: Map<string, ImageRecord>;
  readonly #entries = new Map<string, Entry>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #news = new Set<string>();
  #followed: Pick<ReadonlySet<string>, 'has'> = new Set();
  #hasNews = false;
  #isClosed = false;

  constructor({ library, known, onNews }: InspectorOptions) {
    this.#library = library;
    this.#onNews = onNews;
    this.#records = new Map([...known].map((record) => [record.address, record]));
    this.#queue.on('idle', () => this.#reportNews());
  }

  /** Inspects images, also those inspected before. Resolves when all are done, at the latest after `patience` ms. */
  async inspect(wanted: Iterable<InspectionRequest>, patience: number, onInspected?: OnInspected): Promise<void> {
    let count = 0;
    const requested = [...wanted].map(({ image, turn }) => {
      const entry = this.#entryOf(image);
      if (entry.running !== null) entry.isStale = true;
      entry.isAwaited = true;
      return { entry, done: this.#begin(entry, turn) };
    });
    const reported = requested.map(({ done }) => done.then(() => onInspected?.((count += 1), requested.length)));
    await within(patience, Promise.all(reported));
    for (const { entry } of requested) entry.isAwaited = false;
  }

  /** The last result for an image; null before its first inspection. */
  resultOf(address: string): Inspection | null {
    return this.#entries.get(address)?.result ?? this.#storedResult(address);
  }

  /** The images in use; only these are retried. */
  follow(addresses: Pick<ReadonlySet<string>, 'has'>): void {
    this.#followed = addresses;
  }

  /** The images inspected since the previous call; their results may have changed. */
  takeNews(): string[] {
    const addresses = [...this.#news];
    this.#news.clear();
    return addresses;
  }

  /** Adds records of images that another writer has processed. */
  addRecords(records: Iterable<ImageRecord>): void {
    for (const record of records) {
      const { address } = record;
      this.#records.set(address, record);
      const entry = this.#entries.get(address);
      if (entry) Object.assign(entry, { result: this.#storedResult(address), misses: 0 });
    }
  }

  /** Forgets unused images, whose processed files are removed. */
  forget(addresses: readonly string[]): void {
    for (const address of addresses) {
      this.#records.delete(address);
      this.#entries.delete(address);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#queue.clear();
    await within(patienceAtClose, this.#queue.onIdle());
  }

  #storedResult(address: string): Inspection | null {
    const record = this.#records.get(address);
    return record ? { record, message: null, isUnreachable: false } : null;
  }

  #entryOf(image: ImageAddress): Entry {
    const { address } = image;
    const entry = this.#entries.get(address) ?? {
      image,
      result: this.#storedResult(address),
      running: null,
      isStale: false,
      isAwaited: false,
      misses: 0,
    };
    this.#entries.set(address, entry);
    return entry;
  }

  #begin(entry: Entry, turn: number): Promise<void> {
    return (entry.running ??= this.#queue.add(() => this.#inspect(entry), { priority: -turn }));
  }

  async #inspect(entry: Entry): Promise<void> {
    const before = entry.result;
    const record = before?.record ?? null;
    do {
      entry.isStale = false;
      const found = await this.#library.process(entry.image, record).catch(reasonOf);
      if (typeof found === 'string') entry.result = { record, message: found, isUnreachable: true };
      else if (found.ok) entry.result = { record: found.record, message: null, isUnreachable: false };
      else entry.result = { record: null, message: found.message, isUnreachable: false };
      const mayCome = typeof found === 'string' || (!found.ok && found.isMissing);
      entry.misses = mayCome ? entry.misses + 1 : 0;
    } while (entry.isStale && !this.#isClosed);
    entry.running = null;
    this.#news.add(entry.image.address);
    if (entry.misses > 0) this.#scheduleRetry(entry);
    if (entry.isAwaited || (before !== null && record === entry.result.record)) return;
    if (!this.#hasNews) this.#later(longestReportDelay, () => this.#reportNews());
    this.#hasNews = true;
  }

  #scheduleRetry(entry: Entry): void {
    const { misses } = entry;
    this.#later(Math.min(longestRetry, firstRetry * 2 ** (misses - 1)), () => {
      const isMissed = entry.misses === misses && this.#followed.has(entry.image.address);
      if (isMissed && !this.#isClosed) void this.#begin(entry, 0);
    });
  }

  #reportNews(): void {
    if (this.#hasNews && !this.#isClosed) this.#onNews();
    this.#hasNews = false;
  }

  #later(delay: number, act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, delay);
    this.#timers.add(timer.unref());
  }
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
