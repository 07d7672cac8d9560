import type { PipelineState, Problem, Progress } from '@frontage/model/build-state';
import { contentCollections } from '@frontage/model/paths';
import { followContent, type Follower } from './follow-content.ts';
import { openSweeper } from './sweeper.ts';
import { openPublisher, type Publisher, type PublisherOptions } from '../release/publisher.ts';
import type { Outcome, Step } from '../release/step.ts';
import { openQueue } from './queue.ts';
import { OperatorError } from '@frontage/model/operator-error';
import type { Blobs } from '../release/blobs.ts';
import type { CompiledSite } from '../render/renderer.ts';
import { progressOf, type Rendering } from '../render/progress.ts';
import { warmUp } from '../render/warm-up.ts';
import { exportRelease } from '../release/export.ts';
import { problemsOf } from '../release/findings.ts';
import { liveRelease } from '../release/live.ts';
import { pipelineNotice } from '../release/notices.ts';
import type { FileEntry } from '../release/files.ts';
import { openRepair } from '../release/repair.ts';
import { openOutbox, type NoticeSink, type Outbox } from '../release/outbox.ts';
import type { Templates } from '../release/render-site.ts';
import { earlierAt, loadSite, shownContent, siteSnapshot, type Site } from '../release/site.ts';
import type { ImageRecord } from '../sync/image-record.ts';
import { buildFromScratch, damagedPaths, differingPaths } from '../release/verify.ts';
import type { Lease } from '../log/lease.ts';
import { BehindError, SupersededError, type SharedStore } from '../log/shared-store.ts';
import type { Pipeline } from './control.ts';
import type { PipelineEvent } from './events.ts';
import { applyRead, contentAfresh, withMissing } from '../sync/content-state.ts';
import { openConfirmations } from '../release/confirmations.ts';
import { followOutlet, type OutletFollower } from '../release/follow-outlet.ts';
import type { Outlet } from '../release/outlet.ts';
import type { Store } from '../release/store.ts';
import { hintedPaths } from '../sync/hinted-paths.ts';
import { openImageDesk, type ImageDesk, type OnSeen } from '../sync/image-desk.ts';
import type { ImageLibrary } from '../sync/image-library.ts';
import { openSetAside } from './set-aside.ts';
import { openHealth } from './health.ts';
import type { ContentSource } from '../sync/source.ts';

/** What the pipeline runs on. */
export interface Ports extends Omit<
  PublisherOptions,
  'site' | 'images' | 'buckets' | 'templates' | 'store' | 'onImage' | 'onProgress'
> {
  store: Store;
  /** Null where this machine's store is the truth; else what makes its commits everybody's. */
  shared: Pick<SharedStore, 'commit' | 'catchUp' | 'close'> | null;
  /** Null where visitors are served from this machine. */
  outlet: { outlet: Outlet; lease: Lease } | null;
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
  /** How long after a sweep the next one comes, in milliseconds. */
  sweepEvery: number;
}

export interface Writing {
  /** What the store holds, less what was made of damaged bytes. */
  site: Site;
  end: () => void;
}

// Nobody is told of a publish that takes less, as it would be over before they have read it, nor more often of one that
// takes longer.
const worthTelling = 1_000;

const noSource = 'The pipeline was opened without a source of content.';

/** Runs the pipeline on its ports. */
export async function operatePipeline(ports: Ports, compiled: CompiledSite): Promise<Pipeline> {
  const { store, shared, blobs, source, now, log } = ports;
  const confirmations = ports.outlet && openConfirmations(store);
  let current = compiled;
  const keep = async (bytes: Uint8Array): Promise<string> => (writing ? blobs.write(bytes) : ports.hash(bytes));
  let writing = source === null ? null : await ports.beginWriting(() => loadSite(store));
  let templates = await ports.loadTemplates(compiled, keep);
  let [publisher, desk] = open();
  let outbox = writing && openBox();
  let isBuilding = false;
  let rendering: Rendering | null = null;
  // Another process publishes with newer templates: this one goes on reading, and leaves publishing to it.
  let isSuperseded = false;
  const health = openHealth();

  function open(): [Publisher, ImageDesk] {
    const site = writing?.site ?? loadSite(store);
    const known = [...site.images.values()];
    const library = ports.openImages(blobs, known);
    const images = openImageDesk({ library, known, onNews: () => void queue.run(showImages).catch(() => undefined) });
    const { buckets } = library;
    const onImage: OnSeen = (seen, total) => log({ event: 'image', seen, total });
    const onProgress = (far: Rendering) => void (rendering = far);
    const given = { store: shared ?? store, site, images, buckets, templates, onImage, onProgress };
    return [openPublisher({ ...ports, ...given }), images];
  }

  function openBox(): Outbox | null {
    if (ports.notices === null) return null;
    const onDelay = (error: unknown) => log({ event: 'notices-delayed', message: messageOf(error) });
    const onSetAside = (problem: Problem) => log({ event: 'problem', ...problem });
    const gate = confirmations && { confirmations };
    return openOutbox({ store, sink: ports.notices, onDelay, onSetAside, ...gate });
  }

  const becomeWriter = async (): Promise<void> => {
    if (writing) return;
    writing = await ports.beginWriting(() => loadSite(store));
    if (!writing)
      throw new OperatorError('Another process publishes from this folder', 'Stop it first, or wait until it is done');
    templates = await ports.loadTemplates(current, keep);
    [publisher, desk] = open();
    outbox = openBox();
  };

  const tell = (state: PipelineState['state'], progress: Progress | null = null): void => {
    const { head, findings } = publisher.site();
    outbox?.tell(pipelineNotice({ state, head, at: now().toISOString(), findings, progress }));
  };

  /** Takes over what other writers have committed. */
  const takeOver = async (): Promise<void> => {
    if (!shared || !writing) return;
    const before = store.head()?.commit;
    try {
      await shared.catchUp(isSuperseded ? null : templates.renderer.fingerprint);
    } catch (error) {
      if (!(error instanceof SupersededError)) throw error;
      isSuperseded = true;
      log({ event: 'superseded', message: error.message });
      await shared.catchUp(null);
    }
    if (store.head()?.commit === before) return;
    writing = { ...writing, site: loadSite(store) };
    await desk.close();
    [publisher, desk] = open();
    visitors?.wake();
    outbox?.wake();
  };

  /** The same step from where the site is now: what it concerns is read anew. */
  const again = async (step: Step): Promise<Step> => {
    const paths = step.changes.map(({ path }) => path);
    const { content } = publisher.site();
    if (paths.length === 0 || !source) return { ...step, content };
    const { state, changes } = applyRead(content, await source.read(paths));
    return { ...step, content: state, changes };
  };

  /** Takes the step, again and again while other writers are first. */
  const takeInTurn = async (first: Step): Promise<Outcome> => {
    for (let step = first; ; step = await again(step)) {
      if (isSuperseded) return { release: null, problems: [] };
      try {
        return await publisher.take(step);
      } catch (error) {
        if (!(error instanceof BehindError)) throw error;
        await takeOver();
      }
    }
  };

  const take = async (step: Step): Promise<Outcome> => {
    await becomeWriter();
    isBuilding = true;
    rendering = null;
    const timer = setInterval(() => tell('building', rendering && progressOf(rendering)), worthTelling);
    try {
      const outcome = await takeInTurn(step);
      health.succeeded();
      if (outcome.release) visitors?.wake();
      if (outcome.release) log({ event: 'release', ...outcome.release });
      for (const problem of outcome.problems) log({ event: 'problem', ...problem });
      return outcome;
    } catch (error) {
      // What the step had written before it failed is nobody's.
      const held = store.heldBlobs('all');
      for (const { hash } of templates.assets) held.add(hash);
      blobs.sweep((hash) => held.has(hash));
      tell(health.state());
      throw error;
    } finally {
      isBuilding = false;
      clearInterval(timer);
      outbox?.wake();
    }
  };

  const queue = openQueue<Outcome>({
    publish: (documents, since) => followerOrThrow().publish(documents, since),
    withdraw: (documents, since) => followerOrThrow().withdraw(documents, since),
    onFailure: (error, retryInMs) => fail(error, retryInMs),
  });
  const aside = openSetAside((document) => void queue.publish([document]).catch(() => undefined));

  const fail = (error: unknown, retryInMs: number): void => {
    const message = messageOf(error);
    health.failed(message);
    log({ event: 'publish-failed', message, retryInMs });
    tell(health.state());
  };

  const follower: Follower | null =
    source &&
    followContent({
      source,
      site: () => publisher.site(),
      take,
      aside,
      store,
      now,
      onReach: (error) => {
        if (health.reached(error === null ? null : messageOf(error))) tell('idle');
      },
      onSetAside: (problem) => log({ event: 'problem', ...problem }),
      onMissed: (documents) => log({ event: 'missed', documents }),
    });
  const visitors = ports.outlet && followVisitors(ports.outlet);

  function followVisitors({ outlet, lease }: NonNullable<Ports['outlet']>): OutletFollower {
    return followOutlet({
      outlet,
      lease,
      newest: () => {
        const { head, files } = publisher.site();
        return head?.release == null ? null : { commit: Number(head.release), files };
      },
      filesAt: (commit) =>
        store.releases().some(({ id }) => id === String(commit)) ? earlierAt(store, String(commit)).files : null,
      read: (file) => whileReading.read(file),
      onConfirmed: (commit) => {
        confirmations?.confirm(commit, now().getTime());
        log({ event: 'live', outlet: outlet.name, release: String(commit) });
        outbox?.wake();
      },
      onFailure: (error, retryInMs) =>
        log({ event: 'outlet-failed', outlet: outlet.name, message: messageOf(error), retryInMs }),
      now: () => now().getTime(),
    });
  }
  const followerOrThrow = (): Follower => {
    if (!follower) throw new Error(noSource);
    return follower;
  };

  const following =
    follower &&
    openSweeper({
      follower,
      store,
      now,
      every: ports.sweepEvery,
      run: async (task) => {
        const outcome = await queue.run(async () => {
          await takeOver();
          return task();
        });
        if (queue.waiting() === 0) health.succeeded();
        return outcome;
      },
      onFailure: (error) => fail(error, ports.sweepEvery),
    });

  const warm = (): void => void queue.run(() => warmUp(templates.renderer, snapshot())).catch(() => undefined);

  const snapshot = () => {
    const site = publisher.site();
    return siteSnapshot(shownContent(site), { images: site.images, config: ports.config });
  };
  const showImages = () => take({ ...unchanged(), isFull: false });
  const unchanged = () => ({ content: publisher.site().content, changes: [], since: performance.now() });

  const remake = (lost: ReadonlySet<string>) =>
    queue.run(async () => {
      await becomeWriter();
      publisher.lose(lost);
      templates = await ports.loadTemplates(current, keep);
      publisher.use(templates);
      await take({ ...unchanged(), isFull: true });
    });
  // Whoever only reads does not become the writer by it.
  const whileReading = openRepair({ blobs, remake: source && remake });
  const live = () => liveRelease(publisher.site(), whileReading.read);

  return {
    live,

    reconcile: () =>
      queue.run(async () => {
        const outcome = await followerOrThrow().readAll();
        warm();
        return outcome;
      }),

    follow: async () => {
      if (!following) throw new Error(noSource);
      try {
        await following.first();
        warm();
      } catch (error) {
        // A complete release is there to be served, whatever keeps the next one from being made.
        if (publisher.site().head?.release == null) throw error;
        fail(error, ports.sweepEvery);
      }
      following.start();
    },

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

    repair: async () => {
      const { files } = loadSite(store);
      const damaged = (await damagedPaths(files, blobs)).flatMap((path) => files.get(path) ?? []);
      if (damaged.length === 0) return { repaired: [], left: [] };
      const left = await openRepair({ blobs, remake }).restore(damaged);
      const paths = (some: readonly FileEntry[]) => some.map(({ path }) => path);
      return { repaired: paths(damaged.filter((file) => !left.includes(file))), left: paths(left) };
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
        if (!record)
          throw new OperatorError(`There is no release ${id}`, 'See the releases kept: npx frontage releases');
        // Going back to a release that itself had gone back means the one it went back to.
        const target = record.pin ?? id;
        return take({ ...unchanged(), isFull: false, pin: earlierAt(store, target) });
      }),

    unpin: () => queue.run(() => take({ ...unchanged(), isFull: true, pin: null })),

    useCompiled: (next) =>
      queue.run(async () => {
        await becomeWriter();
        templates = await ports.loadTemplates(next, keep);
        current = next;
        publisher.use(templates);
        return take({ ...unchanged(), isFull: true });
      }),

    arrived: async () => visitors?.arrived(),

    exportTo: async (folder) => {
      const release = live();
      if (!release) throw new OperatorError('There is no release yet', 'Run: npm start, or: npx frontage build');
      await exportRelease(release, folder);
    },

    status: () => {
      const { head } = publisher.site();
      return {
        state: isBuilding ? 'building' : health.state(),
        release: head?.release ?? null,
        pinned: head?.pin ?? null,
        waiting: queue.waiting(),
        templates: templates.renderer.fingerprint,
        liveTemplates: head?.templates ?? null,
        failure: health.reason(),
        problems: [
          ...problemsOf(publisher.site().findings.values()),
          ...aside.problems(),
          ...(outbox?.problems() ?? []),
        ],
      };
    },

    close: async () => {
      following?.stop();
      aside.close();
      await queue.close();
      await desk.close();
      await visitors?.close();
      await outbox?.close();
      await shared?.close();
      writing?.end();
      store.close();
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
