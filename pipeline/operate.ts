import { contentCollections } from '@frontage/model/paths';
import { openPublisher, type Outcome, type Publisher, type PublisherOptions, type Step } from './publisher.ts';
import { openQueue } from './queue.ts';
import type { Blobs } from './release/blobs.ts';
import type { CompiledSite } from './render/renderer.ts';
import { warmUp } from './render/warm-up.ts';
import { exportRelease } from './release/export.ts';
import { findingsFor, problemsOf } from './release/findings.ts';
import { liveRelease } from './release/live.ts';
import { pipelineNotice } from './release/notices.ts';
import { openOutbox, type NoticeSink, type Outbox } from './release/outbox.ts';
import type { Templates } from './release/render-site.ts';
import { earlierAt, loadSite, shownContent, siteSnapshot, type Site } from './release/site.ts';
import type { ImageRecord } from './release/store.ts';
import { buildFromScratch, damagedPaths, differingPaths } from './release/verify.ts';
import type { Pipeline, PipelineEvent } from './pipeline.ts';
import { applyRead, contentAfresh, withMissing } from './sync/content-state.ts';
import { hintedPaths } from './sync/hinted-paths.ts';
import { openImageDesk, type ImageDesk } from './sync/image-desk.ts';
import type { ImageLibrary } from './sync/image-library.ts';
import type { ContentSource } from './sync/source.ts';

/** What the pipeline runs on. */
export interface Ports extends Omit<PublisherOptions, 'site' | 'images' | 'buckets' | 'templates'> {
  /** Null where only what was read before is asked for. */
  source: ContentSource | null;
  /** Null where nobody is to be told now: what there is to tell waits in the store. */
  notices: NoticeSink | null;
  /** Makes this process the one that writes; null when another one is. `stored` reads what the store holds then. */
  beginWriting: (stored: () => Site) => Promise<Writing | null>;
  /** Images of content, their files kept among `blobs`. */
  openImages: (blobs: Pick<Blobs, 'write' | 'holds'>, known: Iterable<ImageRecord>) => ImageLibrary;
  loadTemplates: (compiled: CompiledSite, keep: (bytes: Uint8Array) => Promise<string>) => Promise<Templates>;
  hash: (bytes: Uint8Array) => string;
  log: (event: PipelineEvent) => void;
}

export interface Writing {
  /** What the store holds, less what was made of damaged bytes. */
  site: Site;
  end: () => void;
}

// Nobody is told of a publish that takes less: it would be over before they have read it.
const worthTelling = 1_000;

/** Runs the pipeline on its ports. */
export async function operatePipeline(ports: Ports, compiled: CompiledSite): Promise<Pipeline> {
  const { store, blobs, source, now, log } = ports;
  const keep = async (bytes: Uint8Array): Promise<string> => (writing ? blobs.write(bytes) : ports.hash(bytes));
  let writing = source === null ? null : await ports.beginWriting(() => loadSite(store));
  let templates = await ports.loadTemplates(compiled, keep);
  let [publisher, desk] = open();
  let outbox = writing && openBox();
  let failure: string | null = null;
  let isBuilding = false;

  function open(): [Publisher, ImageDesk] {
    const site = writing?.site ?? loadSite(store);
    const known = [...site.images.values()];
    const library = ports.openImages(blobs, known);
    const images = openImageDesk({ library, known, onNews: () => void queue.run(showImages).catch(() => undefined) });
    return [openPublisher({ ...ports, site, images, buckets: library.buckets, templates }), images];
  }

  function openBox(): Outbox | null {
    if (ports.notices === null) return null;
    const onDelay = (error: unknown) => log({ event: 'notices-delayed', message: messageOf(error) });
    return openOutbox({ store, sink: ports.notices, onDelay });
  }

  const becomeWriter = async (): Promise<void> => {
    if (writing) return;
    writing = await ports.beginWriting(() => loadSite(store));
    if (!writing) throw new Error('Another process publishes from this folder: stop it first, or ask it.');
    templates = await ports.loadTemplates(compiled, keep);
    [publisher, desk] = open();
    outbox = openBox();
  };

  const tell = (state: 'building' | 'failed'): void => {
    const { head, findings } = publisher.site();
    outbox?.tell(pipelineNotice({ state, head, at: now().toISOString(), findings }));
  };

  const take = async (step: Step): Promise<Outcome> => {
    await becomeWriter();
    isBuilding = true;
    const timer = setTimeout(() => tell('building'), worthTelling);
    try {
      const outcome = await publisher.take(step);
      failure = null;
      if (outcome.release) log({ event: 'release', ...outcome.release });
      for (const problem of outcome.problems) log({ event: 'problem', ...problem });
      return outcome;
    } finally {
      isBuilding = false;
      clearTimeout(timer);
      outbox?.wake();
    }
  };

  const sourceOrThrow = (): ContentSource => {
    if (!source) throw new Error('The pipeline was opened without a source of content.');
    return source;
  };

  const queue = openQueue<Outcome>({
    publish: async (documents, since) => {
      const { content } = publisher.site();
      const { state, changes } = applyRead(content, await sourceOrThrow().read(hintedPaths(documents)));
      if (changes.length > 0) return take({ content: state, changes, since, isFull: false });
      const told = documents.map((document) => findingsFor(document, publisher.site().findings));
      return { release: null, problems: problemsOf(told) };
    },
    onFailure: (error, retryInMs) => {
      failure = messageOf(error);
      log({ event: 'publish-failed', message: failure, retryInMs });
      tell('failed');
    },
  });

  const snapshot = () => {
    const site = publisher.site();
    return siteSnapshot(shownContent(site), { images: site.images, config: ports.config });
  };
  const showImages = () => take({ ...unchanged(), isFull: false });
  const unchanged = () => ({ content: publisher.site().content, changes: [], since: performance.now() });

  return {
    live: () => liveRelease(publisher.site(), blobs),

    reconcile: () =>
      queue.run(async () => {
        const since = performance.now();
        const { content } = publisher.site();
        const read = withMissing(content, await sourceOrThrow().readAll(contentCollections));
        const { state, changes } = applyRead(content, read);
        const outcome = await take({ content: state, changes, since, isFull: true });
        void queue.run(() => warmUp(templates.renderer, snapshot())).catch(() => undefined);
        return outcome;
      }),

    publish: (documents) => {
      const paths = hintedPaths(documents);
      return paths.length === 0 ? Promise.resolve({ release: null, problems: [] }) : queue.publish(paths);
    },

    plan: async () => {
      const { content } = publisher.site();
      const read = source && withMissing(content, await source.readAll(contentCollections));
      return publisher.plan(read ? applyRead(content, read).state : content);
    },

    verify: async () => {
      const site = loadSite(store);
      if (site.head?.release == null) return { identical: false, differing: [] };
      const damaged = await damagedPaths(site.files, blobs);
      const read = source && (await source.readAll(contentCollections));
      const content = read ? contentAfresh(read.documents, site.content) : site.content;
      const nothing = {
        write: (bytes: Uint8Array) => Promise.resolve(ports.hash(bytes)),
        holds: () => Promise.resolve(true),
      };
      const library = ports.openImages(nothing, source ? [] : site.images.values());
      const built = await buildFromScratch({ site, content, library, templates, hash: ports.hash });
      const differing = [...new Set([...damaged, ...differingPaths(site.files, built)])].sort();
      return { identical: differing.length === 0, differing };
    },

    releases: () => {
      const { head } = publisher.site();
      return store
        .releases()
        .map(({ asOf: _asOf, ...release }) => ({ ...release, live: release.id === head?.release }));
    },

    rollback: (id) =>
      queue.run(async () => {
        await becomeWriter();
        const record = store.releases().find((release) => release.id === id);
        if (!record) throw new Error(`There is no release ${id}; the kept ones are listed by: frontage releases`);
        // Going back to a release that itself had gone back means the one it went back to.
        const target = record.pin ?? id;
        return take({ ...unchanged(), isFull: false, pin: earlierAt(store, target) });
      }),

    unpin: () => queue.run(() => take({ ...unchanged(), isFull: true, pin: null })),

    useCompiled: (next) =>
      queue.run(async () => {
        await becomeWriter();
        templates = await ports.loadTemplates(next, keep);
        publisher.use(templates);
        return take({ ...unchanged(), isFull: true });
      }),

    exportTo: async (folder) => {
      const release = liveRelease(publisher.site(), blobs);
      if (!release) throw new Error('There is no release yet.');
      await exportRelease(release, folder);
    },

    status: () => {
      const { head } = publisher.site();
      return {
        state: isBuilding ? 'building' : failure === null ? 'idle' : 'failed',
        release: head?.release ?? null,
        pinned: head?.pin ?? null,
        waiting: queue.waiting(),
        templates: templates.renderer.fingerprint,
        failure,
        problems: problemsOf(publisher.site().findings.values()),
      };
    },

    close: async () => {
      await queue.close();
      await desk.close();
      await outbox?.close();
      writing?.end();
      store.close();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
