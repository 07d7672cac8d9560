import type { PipelineState, Problem } from '@frontage/model/build-state';
import { OperatorError } from '@frontage/model/operator-error';
import { SupersededError, type SharedStore } from '../log/shared-store.ts';
import type { CompiledSite } from '../render/renderer.ts';
import { ImageInspector } from '../sync/image-inspector.ts';
import type { ImageLibrary, ImageRecord } from '../sync/image-library.ts';
import { keptReading } from '../sync/reading.ts';
import type { Blobs } from './blobs.ts';
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

/** The site in this process, and the right to change it. Calls must not overlap. */
export interface Writer {
  /** The current publisher. Callers must not store it, because `acquire` and `catchUp` may replace it. */
  publisher(): Publisher;
  templates(): Templates;
  /** Null to keep status notices in the store. */
  outbox(): Outbox | null;
  /** Another process publishes with newer templates: this one only reads. */
  isSuperseded(): boolean;
  /**
   * Acquires the right to write and checks the stored files. Returns the number of newly found lost files, and
   * whether the previous writer was not shut down cleanly.
   * @throws OperatorError when another process writes.
   */
  acquire(): Promise<{ lost: number; wasInterrupted: boolean }>;
  /** Applies commits of other writers; returns whether there were any. */
  catchUp(): Promise<boolean>;
  /** Loads templates and uses them; by default, reloads the current ones. */
  load(compiled?: CompiledSite): Promise<void>;
  /** Writes the pipeline's state and the live release to Firestore. */
  tell(told: Pick<PipelineState, 'state'> & Partial<Pick<PipelineState, 'progress' | 'failure'>>): void;
  close(): Promise<void>;
}

export async function openWriter({
  ports,
  compiled,
  isEager,
  confirmations,
  isBusy,
  onStatusError,
  onImages,
}: WriterOptions): Promise<Writer> {
  const { store, shared, blobs, log } = ports;
  // The fingerprint of the initial templates identifies this program's parsers, which later templates do not change.
  const reader = compiled.fingerprint;
  // If other processes commit too, parts loaded at different times would be inconsistent.
  const readSite = (): Site =>
    lock === null ? loadSite(store) : shared ? loadSite(store, reader) : storedSite(store, reader);
  const pruner = new Pruner({
    store,
    blobs,
    isBusy,
    now: () => ports.now().getTime(),
    onError: (error) => log({ event: 'prune-failed', ...reasonOf(error) }),
  });
  const keep = async (bytes: Uint8Array): Promise<string> => {
    const hash = ports.hash(bytes);
    // Assets are checked by hash, because only loading templates recreates them.
    const isKept = !lock || (await pruner.claims.holds({ hash, size: bytes.length }, true));
    return isKept ? hash : pruner.claims.write(bytes);
  };
  let current = compiled;
  let lock = isEager ? ports.beginWriting() : null;
  let isRecovered = false;
  let templates = await ports.loadTemplates(current, keep);
  let [publisher, inspector] = open();
  let outbox = lock && openNotices();
  let isSuperseded = false;

  function open(): [Publisher, ImageInspector] {
    const site = readSite();
    const known = [...site.images.values()];
    const library = ports.openImages(pruner.claims, known);
    const images = new ImageInspector({ library, known, onNews: onImages });
    const onImage = (seen: number, total: number): void => log({ event: 'image', seen, total });
    const { buckets } = library;
    const heldFiles = (): Set<string> => store.heldBlobs('files');
    const given = {
      store: shared ?? store,
      pruner,
      contents: lock && store.contents,
      heldFiles,
      site,
      images,
      buckets,
      templates,
      onImage,
    };
    return [new Publisher({ ...ports, ...given }), images];
  }

  const use = async (next: CompiledSite): Promise<void> => {
    const { threads } = templates;
    templates = await ports.loadTemplates(next, keep);
    await threads?.close();
  };

  function openNotices(): Outbox | null {
    if (ports.notices === null) return null;
    return new Outbox({
      store,
      sink: ports.notices,
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
  const applyOthers = async (): Promise<readonly Commit[] | null> => {
    if (!shared) return [];
    try {
      return await shared.catchUp(isSuperseded ? null : templates.renderer.fingerprint);
    } catch (error) {
      if (!(error instanceof SupersededError)) throw error;
      isSuperseded = true;
      log({ event: 'superseded', message: error.message });
      await shared.catchUp(null);
      return null;
    }
  };

  return {
    publisher: () => publisher,
    templates: () => templates,
    outbox: () => outbox,
    isSuperseded: () => isSuperseded,

    acquire: async () => {
      if (!lock) {
        lock = ports.beginWriting();
        if (!lock)
          throw new OperatorError(
            'Another process publishes from this folder',
            'Stop it first, or wait until it has finished',
          );
        await use(current);
        [publisher, inspector] = open();
        outbox = openNotices();
      }
      const { wasInterrupted } = lock;
      await pruner.catchUp();
      if (isRecovered) return { lost: 0, wasInterrupted };
      const lost = await lock.recover(publisher.site(), templates.assets);
      publisher.forgetFiles(lost);
      isRecovered = true;
      pruner.wake();
      return { lost: lost.size, wasInterrupted };
    },

    catchUp: async () => {
      if (!lock) return false;
      const before = store.head()?.commit;
      const commits = await applyOthers();
      if (store.head()?.commit === before) return false;
      if (commits === null || !(await publisher.absorb(commits))) {
        await inspector.close();
        [publisher, inspector] = open();
      }
      pruner.wake();
      outbox?.wake();
      return true;
    },

    load: async (next = current) => {
      await use(next);
      current = next;
      publisher.use(templates);
    },

    tell: (told) => {
      const { head, problems } = publisher.site();
      const shown = head && confirmations ? { ...head, release: confirmations.release() } : head;
      outbox?.tell(pipelineNotice({ ...told, head: shown, at: ports.now().toISOString(), problems }));
    },

    close: async () => {
      await templates.threads?.close();
      await inspector.close();
      await outbox?.close();
      await pruner.close();
      await shared?.close();
      if (lock) store.keepReadings(reader, (version) => keptReading(publisher.site().content, version));
      lock?.end();
      store.close();
    },
  };
}
