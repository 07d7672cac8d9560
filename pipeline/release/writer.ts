import type { PipelineState, Problem } from '@frontage/model/build-state';
import { OperatorError } from '@frontage/model/operator-error';
import { SupersededError, type SharedStore } from '../log/shared-store.ts';
import type { CompiledSite } from '../render/renderer.ts';
import { openImageDesk, type ImageDesk } from '../sync/image-desk.ts';
import type { ImageLibrary } from '../sync/image-library.ts';
import type { ImageRecord } from '../sync/image-record.ts';
import { keptReading } from '../sync/reading.ts';
import type { Blobs } from './blobs.ts';
import type { Confirmations } from './confirmations.ts';
import { reasonOf, type PipelineEvent } from './events.ts';
import type { FileEntry } from './files.ts';
import { pipelineNotice } from './notices.ts';
import { openOutbox, type NoticeSink, type Outbox } from './outbox.ts';
import { openPublisher, type Publisher, type PublisherOptions } from './publisher.ts';
import type { Templates } from './render-site.ts';
import { loadSite, storedSite, type Site } from './site.ts';
import type { ReleaseStore } from './store.ts';

/** What writing a site runs on. */
export interface WriterPorts extends Omit<
  PublisherOptions,
  'site' | 'images' | 'buckets' | 'templates' | 'store' | 'contents' | 'heldFiles' | 'onImage'
> {
  store: ReleaseStore;
  /** Null where this machine's store is the truth; else what makes its commits everybody's. */
  shared: Pick<SharedStore, 'commit' | 'catchUp' | 'close'> | null;
  /** Null where nobody is to be told now: what there is to tell waits in the store. */
  notices: NoticeSink | null;
  /** Makes this process the one that writes; null when another one is. */
  beginWriting: () => WriteLock | null;
  /** Images of content, their files kept among `blobs`. */
  openImages: (blobs: Pick<Blobs, 'write' | 'holds'>, known: Iterable<ImageRecord>) => ImageLibrary;
  loadTemplates: (compiled: CompiledSite, keep: (bytes: Uint8Array) => Promise<string>) => Promise<Templates>;
  log: (event: PipelineEvent) => void;
}

/** The right of one process to write. */
export interface WriteLock {
  /**
   * Makes the bytes ready for the first change: removes what interrupted writes left and neither the store nor the compiled
   * site needs, and returns what is lost of what this site needs. After a clean end sizes are compared, after any other the
   * bytes too.
   */
  recover: (site: Pick<Site, 'files' | 'pinned' | 'images'>, assets: readonly FileEntry[]) => Promise<Set<string>>;
  end: () => void;
}

interface WriterOptions {
  ports: WriterPorts;
  compiled: CompiledSite;
  /** Whether to begin as the one that writes, where nobody else does. */
  isEager: boolean;
  confirmations: Confirmations | null;
  /** Hears that Firestore cannot be told, or, with null, that it can be again. */
  onTelling: (error: unknown) => void;
  /** Hears that images are there that were not when they were last asked for. */
  onImages: () => void;
}

/** The site as this process has it, and the right to change it. Nothing here may overlap. */
export interface Writer {
  /** The one of the site as it is; never to be kept. */
  publisher(): Publisher;
  templates(): Templates;
  /** Null where nobody is to be told now. */
  outbox(): Outbox | null;
  /** Another process publishes with newer templates: this one goes on reading, and leaves publishing to it. */
  isSuperseded(): boolean;
  /**
   * Makes sure of the right to write, and that what is to be changed is whole; how many files were found lost just now.
   * @throws OperatorError when another process writes.
   */
  become(): Promise<number>;
  /** Takes over what other writers have committed; whether there was anything. */
  catchUp(): Promise<boolean>;
  /** Loads templates, those in use or others, and goes on with them. */
  load(compiled?: CompiledSite): Promise<void>;
  /** Tells Firestore how the pipeline does, and which release visitors have. */
  tell(told: Pick<PipelineState, 'state'> & Partial<Pick<PipelineState, 'progress' | 'failure'>>): void;
  close(): Promise<void>;
}

export async function openWriter({
  ports,
  compiled,
  isEager,
  confirmations,
  onTelling,
  onImages,
}: WriterOptions): Promise<Writer> {
  const { store, shared, blobs, log } = ports;
  // The templates that it was started with are of the same sources; those that come later are read by the same program.
  const reader = compiled.fingerprint;
  // Where others commit too, what was not read at once would be of several moments.
  const readSite = (): Site =>
    lock === null ? loadSite(store) : shared ? loadSite(store, reader) : storedSite(store, reader);
  const keep = async (bytes: Uint8Array): Promise<string> => {
    const hash = ports.hash(bytes);
    // Looked at more closely than others: nothing makes them anew but loading.
    const isKept = !lock || (await blobs.holds({ hash, size: bytes.length }, true));
    return isKept ? hash : blobs.write(bytes);
  };
  let current = compiled;
  let lock = isEager ? ports.beginWriting() : null;
  let isRecovered = false;
  let templates = await ports.loadTemplates(current, keep);
  let [publisher, desk] = open();
  let outbox = lock && openNotices();
  let isSuperseded = false;

  function open(): [Publisher, ImageDesk] {
    const site = readSite();
    const known = [...site.images.values()];
    const library = ports.openImages(blobs, known);
    const images = openImageDesk({ library, known, onNews: onImages });
    const onImage = (seen: number, total: number): void => log({ event: 'image', seen, total });
    const { buckets } = library;
    const heldFiles = (): Set<string> => store.heldBlobs('files');
    const given = {
      store: shared ?? store,
      contents: lock && store.contents,
      heldFiles,
      site,
      images,
      buckets,
      templates,
      onImage,
    };
    return [openPublisher({ ...ports, ...given }), images];
  }

  const use = async (next: CompiledSite): Promise<void> => {
    const { threads } = templates;
    templates = await ports.loadTemplates(next, keep);
    await threads?.close();
  };

  function openNotices(): Outbox | null {
    if (ports.notices === null) return null;
    return openOutbox({
      store,
      sink: ports.notices,
      ...(confirmations && { confirmations }),
      onDelay: (error) => {
        log({ event: 'notices-delayed', ...reasonOf(error) });
        onTelling(error);
      },
      onRecovered: () => onTelling(null),
      onSetAside: (problem: Problem) => log({ event: 'problem', ...problem }),
    });
  }

  const applyOthers = async (): Promise<void> => {
    if (!shared) return;
    try {
      await shared.catchUp(isSuperseded ? null : templates.renderer.fingerprint);
    } catch (error) {
      if (!(error instanceof SupersededError)) throw error;
      isSuperseded = true;
      log({ event: 'superseded', message: error.message });
      await shared.catchUp(null);
    }
  };

  return {
    publisher: () => publisher,
    templates: () => templates,
    outbox: () => outbox,
    isSuperseded: () => isSuperseded,

    become: async () => {
      if (!lock) {
        lock = ports.beginWriting();
        if (!lock)
          throw new OperatorError(
            'Another process publishes from this folder',
            'Stop it first, or wait until it is done',
          );
        await use(current);
        [publisher, desk] = open();
        outbox = openNotices();
      }
      if (isRecovered) return 0;
      const lost = await lock.recover(publisher.site(), templates.assets);
      publisher.lose(lost);
      isRecovered = true;
      return lost.size;
    },

    catchUp: async () => {
      if (!lock) return false;
      const before = store.head()?.commit;
      await applyOthers();
      if (store.head()?.commit === before) return false;
      await desk.close();
      [publisher, desk] = open();
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
      await desk.close();
      await outbox?.close();
      await shared?.close();
      if (lock) store.keepReadings(reader, (version) => keptReading(publisher.site().content, version));
      lock?.end();
      store.close();
    },
  };
}
