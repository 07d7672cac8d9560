import type { PipelineState, Problem } from '@frontage/model/build-state';
import { OperatorError } from '@frontage/model/operator-error';
import { SupersededError, type SharedStore } from '../log/shared-store.ts';
import type { CompiledSite } from '../render/renderer.ts';
import { ImageInspector } from '../sync/image-inspector.ts';
import type { ImageLibrary, ImageRecord } from '../sync/image-library.ts';
import { keptReading } from '../sync/reading.ts';
import type { Blobs } from '../site/blobs.ts';
import { type Confirmations, type NoticeSink, Outbox } from '../status/outbox.ts';
import { reasonOf, type PipelineEvent } from '../status/events.ts';
import type { FileEntry } from '../site/files.ts';
import { pipelineNotice } from '../status/notices.ts';
import { Pruner } from './pruner.ts';
import { Publisher, type PublisherOptions } from './publisher.ts';
import type { Templates } from './render-site.ts';
import { loadSite, storedSite, type Site } from '../site/site.ts';
import type { Commit, ReleaseStore } from '../site/store.ts';

/** The dependencies of a writer. */
export interface WriterPorts extends Omit<
  PublisherOptions,
  'site' | 'images' | 'buckets' | 'templates' | 'store' | 'contents' | 'heldFiles' | 'onImage' | 'pruner'
> {
  store: ReleaseStore;
  /** Null if this machine's store is authoritative; else the shared log that makes commits effective for all. */
  shared: Pick<SharedStore, 'commit' | 'catchUp' | 'close'> | null;
  /** Null to keep status notices in the store. */
  notices: NoticeSink | null;
  /** Acquires the write lock; null if another process has it. */
  beginWriting: () => WriteLock | null;
  /** Opens the image library, which stores its files in `blobs`. */
  openImages: (blobs: Pick<Blobs, 'write' | 'holds'>, known: Iterable<ImageRecord>) => ImageLibrary;
  loadTemplates: (compiled: CompiledSite, keep: (bytes: Uint8Array) => Promise<string>) => Promise<Templates>;
  log: (event: PipelineEvent) => void;
}

/** The right of one process to write. */
export interface WriteLock {
  /** Whether the last writer was not shut down cleanly. */
  wasInterrupted: boolean;
  /**
   * Prepares the blobs for the first change: removes remains of interrupted writes and blobs needed by neither the
   * store nor the compiled site. Returns the hashes of lost blobs. Compares sizes after a clean shutdown, otherwise
   * also bytes.
   */
  recover: (site: Pick<Site, 'files' | 'pinned' | 'images'>, assets: readonly FileEntry[]) => Promise<Set<string>>;
  end: () => void;
}

interface WriterOptions {
  ports: WriterPorts;
  compiled: CompiledSite;
  /** Whether to acquire the right to write if it is free. */
  isEager: boolean;
  confirmations: Confirmations | null;
  /** Whether a step is running. */
  isBusy: () => boolean;
  /** Called when writing the status to Firestore fails, or with null once it works again. */
  onStatusError: (error: unknown) => void;
  /** Called when missing images have become available. */
  onImages: () => void;
}

/** Opens the site of this process, and acquires the right to change it if that is free and wanted. */
export async function openWriter(options: WriterOptions): Promise<Writer> {
  const { ports, compiled, isEager, isBusy } = options;
  const { store, blobs, log } = ports;
  const pruner = new Pruner({
    store,
    blobs,
    isBusy,
    now: () => ports.now().getTime(),
    onError: (error) => log({ event: 'prune-failed', ...reasonOf(error) }),
  });
  const lock = isEager ? ports.beginWriting() : null;
  const templates = await loadTemplates(compiled, { ports, pruner, isWriting: lock !== null });
  return new Writer(options, { pruner, lock, templates });
}

/** The site in this process, and the right to change it. Calls must not overlap. */
export class Writer {
  readonly #options: WriterOptions;
  readonly #pruner: Pruner;
  // The compiled site of `#templates`.
  #compiled: CompiledSite;
  #templates: Templates;
  // Null while this process only reads.
  #lock: WriteLock | null;
  #inspector: ImageInspector;
  #publisher: Publisher;
  #outbox: Outbox | null;
  #isRecovered = false;
  #isSuperseded = false;

  constructor(options: WriterOptions, parts: { pruner: Pruner; lock: WriteLock | null; templates: Templates }) {
    this.#options = options;
    this.#pruner = parts.pruner;
    this.#compiled = options.compiled;
    this.#templates = parts.templates;
    this.#lock = parts.lock;
    ({ publisher: this.#publisher, inspector: this.#inspector } = this.#openPublisher());
    this.#outbox = this.#lock && this.#openOutbox();
  }

  /** The current publisher. Callers must not store it, because `acquire` and `catchUp` may replace it. */
  publisher(): Publisher {
    return this.#publisher;
  }

  templates(): Templates {
    return this.#templates;
  }

  /** Null to keep status notices in the store. */
  outbox(): Outbox | null {
    return this.#outbox;
  }

  /** Another process publishes with newer templates: this one only reads. */
  isSuperseded(): boolean {
    return this.#isSuperseded;
  }

  /**
   * Acquires the right to write and checks the stored files. Returns the number of newly found lost files, and
   * whether the previous writer was not shut down cleanly.
   * @throws OperatorError when another process writes.
   */
  async acquire(): Promise<{ lost: number; wasInterrupted: boolean }> {
    const lock = this.#lock ?? (await this.#beginWriting());
    const { wasInterrupted } = lock;
    await this.#pruner.catchUp();
    if (this.#isRecovered) return { lost: 0, wasInterrupted };
    const lost = await lock.recover(this.#publisher.site(), this.#templates.assets);
    this.#publisher.forgetFiles(lost);
    this.#isRecovered = true;
    this.#pruner.wake();
    return { lost: lost.size, wasInterrupted };
  }

  /** Applies commits of other writers; returns whether there were any. */
  async catchUp(): Promise<boolean> {
    if (!this.#lock) return false;
    const { store } = this.#options.ports;
    const before = store.head()?.commit;
    const commits = await this.#applyOthers();
    if (store.head()?.commit === before) return false;
    if (commits === null || !(await this.#publisher.absorb(commits))) {
      await this.#inspector.close();
      this.#reopen();
    }
    this.#pruner.wake();
    this.#outbox?.wake();
    return true;
  }

  /** Loads templates and uses them; by default, reloads the current ones. */
  async load(compiled: CompiledSite = this.#compiled): Promise<void> {
    await this.#replaceTemplates(compiled);
    this.#compiled = compiled;
    this.#publisher.use(this.#templates);
  }

  /** Writes the pipeline's state and the live release to Firestore. */
  tell(told: Pick<PipelineState, 'state'> & Partial<Pick<PipelineState, 'progress' | 'failure'>>): void {
    const { ports, confirmations } = this.#options;
    const { head, problems } = this.#publisher.site();
    const shown = head && confirmations ? { ...head, release: confirmations.release() } : head;
    this.#outbox?.tell(pipelineNotice({ ...told, head: shown, at: ports.now().toISOString(), problems }));
  }

  async close(): Promise<void> {
    const { store, shared } = this.#options.ports;
    await this.#templates.threads?.close();
    await this.#inspector.close();
    await this.#outbox?.close();
    await this.#pruner.close();
    await shared?.close();
    const site = this.#publisher.site();
    if (this.#lock) store.keepReadings(this.#reader(), (version) => keptReading(site.content, version));
    this.#lock?.end();
    store.close();
  }

  async #beginWriting(): Promise<WriteLock> {
    const lock = this.#options.ports.beginWriting();
    if (!lock)
      throw new OperatorError(
        'Another process publishes from this folder',
        'Stop it first, or wait until it has finished',
      );
    this.#lock = lock;
    await this.#replaceTemplates(this.#compiled);
    this.#reopen();
    this.#outbox = this.#openOutbox();
    return lock;
  }

  async #replaceTemplates(compiled: CompiledSite): Promise<void> {
    const { threads } = this.#templates;
    const isWriting = this.#lock !== null;
    this.#templates = await loadTemplates(compiled, { ports: this.#options.ports, pruner: this.#pruner, isWriting });
    await threads?.close();
  }

  /** Reads the site again. */
  #reopen(): void {
    ({ publisher: this.#publisher, inspector: this.#inspector } = this.#openPublisher());
  }

  #openPublisher(): { publisher: Publisher; inspector: ImageInspector } {
    const { ports, onImages } = this.#options;
    const { store, shared, log } = ports;
    const site = this.#readSite();
    const known = [...site.images.values()];
    const library = ports.openImages(this.#pruner.claims, known);
    const images = new ImageInspector({ library, known, onNews: onImages });
    const publisher = new Publisher({
      ...ports,
      store: shared ?? store,
      pruner: this.#pruner,
      contents: this.#lock && store.contents,
      heldFiles: () => store.heldBlobs('files'),
      site,
      images,
      buckets: library.buckets,
      templates: this.#templates,
      onImage: (seen, total) => log({ event: 'image', seen, total }),
    });
    return { publisher, inspector: images };
  }

  /** If other processes commit too, parts loaded at different times would be inconsistent. */
  #readSite(): Site {
    const { store, shared } = this.#options.ports;
    if (this.#lock === null) return loadSite(store);
    return shared ? loadSite(store, this.#reader()) : storedSite(store, this.#reader());
  }

  /** The fingerprint of the initial templates identifies this program's parsers, which later templates do not change. */
  #reader(): string {
    return this.#options.compiled.fingerprint;
  }

  #openOutbox(): Outbox | null {
    const { ports, confirmations, onStatusError } = this.#options;
    const { store, notices, log } = ports;
    if (notices === null) return null;
    return new Outbox({
      store,
      sink: notices,
      ...(confirmations && { confirmations }),
      onDelay: (error) => {
        log({ event: 'notices-delayed', ...reasonOf(error) });
        onStatusError(error);
      },
      onRecovered: () => onStatusError(null),
      onQuarantine: (problem: Problem) => log({ event: 'problem', ...problem }),
    });
  }

  /** The commits of other writers; null if there are too many, or if they make this process stop publishing. */
  async #applyOthers(): Promise<readonly Commit[] | null> {
    const { shared, log } = this.#options.ports;
    if (!shared) return [];
    try {
      return await shared.catchUp(this.#isSuperseded ? null : this.#templates.renderer.fingerprint);
    } catch (error) {
      if (!(error instanceof SupersededError)) throw error;
      this.#isSuperseded = true;
      log({ event: 'superseded', message: error.message });
      await shared.catchUp(null);
      return null;
    }
  }
}

interface Loading {
  ports: WriterPorts;
  pruner: Pruner;
  isWriting: boolean;
}

/** Loads templates. A process that does not write stores none of their files. */
function loadTemplates(compiled: CompiledSite, { ports, pruner, isWriting }: Loading): Promise<Templates> {
  return ports.loadTemplates(compiled, async (bytes) => {
    const hash = ports.hash(bytes);
    // Assets are checked by hash, because only loading templates recreates them.
    const isKept = !isWriting || (await pruner.claims.holds({ hash, size: bytes.length }, true));
    return isKept ? hash : pruner.claims.write(bytes);
  });
}
