import { isDeepStrictEqual } from 'node:util';
import type { SiteConfig } from '@frontage/model/content';
import { openAnswers, type Answers } from '../plan/answers.ts';
import type { Receipt } from '../plan/plan.ts';
import type { QueryKey } from '../plan/queries.ts';
import { openReaders, type Readers } from '../plan/readers.ts';
import type { Rendering } from '../render/render-routes.ts';
import { openRenderCache } from '../render/render-cache.ts';
import { PostponedError, PreemptedError } from '../render/render-routes.ts';
import { changedDocuments, publicImages } from '../sync/image-addresses.ts';
import { noImageUses, updateUses, usersOfMedia, type ImageUses } from '../sync/shown-images.ts';
import type { RenderedSite } from '../site/next-site.ts';
import type { ImageInspector, OnInspected } from '../sync/image-inspector.ts';
import { snapshotOf, type ContentState, type DocumentChange } from '../sync/content-state.ts';
import { openSlices } from '../sync/in-slices.ts';
import { changedKeys } from '../sync/patched-map.ts';
import type { ReadContents, StoredDocument } from '../sync/stored-document.ts';
import type { TextScreen } from '../sync/text-screen.ts';
import type { Blobs } from './blobs.ts';
import type { Pruner } from './pruner.ts';
import { problemsOf, reportOf } from '../site/problems.ts';
import {
  planRelease,
  type Question,
  type ReleasePlan,
  type SimulatedSite,
  simulateSite,
} from '../site/simulate-site.ts';
import { nextSite } from '../site/next-site.ts';
import { noticesOf } from '../status/notices.ts';
import { summaryOf } from '../site/store.ts';
import { renderSite, type Templates } from './render-site.ts';
import { lazyObject, shownContent, siteAfter, siteSnapshot, withoutMissingFiles, type Site } from '../site/site.ts';
import type { Step, StepOutcome } from '../site/step.ts';
import type { Commit, Committer, Head } from '../site/store.ts';

export interface PublisherOptions {
  /** The stored site. */
  site: Site;
  store: Committer;
  blobs: Blobs;
  /** Removes blobs that a commit no longer needs. */
  pruner: Pick<Pruner, 'discard' | 'wake'>;
  hash: (bytes: Uint8Array) => string;
  screen: Pick<TextScreen, 'isSlow' | 'read'>;
  /** Reads documents' data from the store; null if other processes commit too, because rows may be gone. */
  contents: ReadContents | null;
  /** Hashes of the files of all kept releases. */
  heldFiles: () => ReadonlySet<string>;
  /** Actual names of the site's buckets. */
  buckets: ReadonlySet<string>;
  images: ImageInspector;
  /** Milliseconds a step waits for its images. Slower images are shown as uploaded until they are processed. */
  patience: number;
  config: SiteConfig;
  templates: Templates;
  /** A step with this many routes to render can be preempted. */
  preemptThreshold: number;
  /** How many releases are kept. */
  retain: number;
  /** Every release is replaced by the next one, regardless of `retain`. */
  isPassing: boolean;
  now: () => Date;
  /** Called for each image of the first release. */
  onImage: OnInspected;
}

interface StepOptions {
  onProgress: (rendering: Rendering) => void;
  preempt: AbortSignal | null;
  /** Whether the step was preempted before. */
  isResumed: boolean;
}

/** Holds the current site and runs steps that change it. Steps must not overlap. */
export interface Publisher {
  site(): Site;
  /**
   * Stores read content before the first release, so that not all of it is in memory during the render. Returns false
   * without effect if a release exists or stored data may not be read again.
   */
  storeInitialContent(content: ContentState, changes: readonly DocumentChange[]): Promise<boolean>;
  /**
   * Answers all recorded queries in small slices, so that a full comparison finds the answers cached. Returns whether a
   * full step is still needed: false if a step has compared everything meanwhile, or `signal` is aborted.
   */
  rehash(signal: AbortSignal): Promise<boolean>;
  /** Announces the minimum number of documents of the next step, so that a full render can prepare. */
  expect(documents: number): void;
  /**
   * Runs a step. `onProgress` receives the rendering progress. If `preempt` is aborted while pages are rendered and a
   * release is live, the step ends without changes, and its rendered pages are reused when it is repeated.
   * @throws PreemptedError in that case.
   * @throws PostponedError if the step is postponable and so long that it could be preempted.
   */
  runStep(step: Step, how: StepOptions): Promise<StepOutcome>;
  /** Plans a full step to this content. */
  plan(content: ContentState): ReleasePlan;
  /** Simulates the site with this content and stores nothing. */
  simulate(content: ContentState, asked: Question): Promise<SimulatedSite>;
  /**
   * Applies commits of another writer to this state, in order. Returns false without any change if they do not build on
   * the state in memory; then the caller must read the whole site again.
   */
  absorb(commits: readonly Commit[]): Promise<boolean>;
  /** Uses other templates from the next step on, which compares everything. */
  use(templates: Templates): void;
  /** Forgets files with lost bytes, so that the next full step renders them again. */
  forgetFiles(hashes: ReadonlySet<string>): void;
}

/** The content shown after a step, and the step's options. */
interface StepInput extends StepOptions {
  step: Step;
  pinned: Site['pinned'];
  shown: ContentState;
  /** Records of the images that the content shows, and their results. */
  images: Pick<ImageUses, 'images' | 'records'>;
  /** Whether all routes are compared. */
  isFull: boolean;
  isPostponable: boolean;
}

// The stored site must not stay in the options: its maps would retain every later version.
export function openPublisher({ site: stored, ...options }: PublisherOptions): Publisher {
  const { store, blobs, pruner, buckets, images: inspector, config, screen, retain, isPassing, now } = options;
  let { templates } = options;
  let site = stored;
  let memory = openStepMemory(site, config);
  const renderCache = openRenderCache();

  const leaveMemory = (documents: Iterable<StoredDocument>): void => {
    const { contents } = options;
    if (contents) for (const document of documents) document.leaveMemory(contents);
  };

  /** Computes the search of these contents in slices, each from the one before. */
  const prepareSearch = async (...contents: readonly ContentState[]): Promise<void> => {
    for (const { composition } of contents) await composition.search.prepare((text) => screen.read(text, 'content'));
  };

  /** Removes bytes rendered by a preempted step that can no longer be reused. */
  const removeUnused = (): void => pruner.discard(renderCache.clear());

  /** Updates the caches after the switch, and removes unneeded blobs. */
  const finishStep = ({ changes }: Step, unneeded: readonly string[]): void => {
    memory.isSettled = true;
    memory.news.clear();
    memory.unseen.clear();
    leaveMemory(changes.flatMap(({ after }) => after ?? []));
    pruner.discard(unneeded);
    pruner.wake();
  };

  /** Restores the caches after a preempted or failed step. */
  const restoreMemory = (error: unknown, { uses, isSettled }: Pick<StepMemory, 'uses' | 'isSettled'>): void => {
    if (error instanceof PreemptedError || error instanceof PostponedError) {
      const { answers } = memory;
      const moved = answers.moveTo(siteSnapshot(shownContent(site), { records: site.images, config }));
      // Changes are known only for answered queries, so the invalidated ones are answered again.
      for (const query of moved.queries.keys()) answers.hash(query);
      Object.assign(memory, { uses, isSettled });
      return;
    }
    removeUnused();
    // Cached data may be of content that was never released: restart from the stored site.
    memory = openStepMemory(site, config);
  };

  /** Finds the images of the shown content. Inspects the images of changed and newly shown documents again. */
  const findImages = async (step: Step, shown: ContentState, preempt: AbortSignal | null) => {
    const known = memory;
    const changed = step.changes.map(({ path }) => path);
    const newlyShown = changedDocuments(shownContent(site).composition, shown.composition);
    const kept = step.isFull ? null : known.uses;
    const only = kept && new Set([...changed, ...newlyShown, ...known.unseen, ...usersOfMedia(kept, changed)]);
    const found = publicImages(shown, buckets, only);
    const wanted = [...found.values()].flatMap(({ images }) => images.map((image, turn) => ({ image, turn })));
    if (site.head?.release == null) await inspector.inspect(wanted, Infinity, options.onImage);
    else await unlessAborted(inspector.inspect(wanted, options.patience), preempt);
    for (const address of inspector.takeNews()) known.news.add(address);
    const { uses, examined } = updateUses(kept ?? noImageUses, {
      documents: new Map([...(only ?? found.keys())].map((path) => [path, found.get(path)])),
      news: known.news,
      resultOf: (address) => inspector.resultOf(address),
    });
    inspector.follow(uses.users);
    const checked = only === null ? site.images.keys() : examined;
    const deleted = [...checked].filter((address) => inspector.resultOf(address)?.record === null);
    const unused = only === null ? unusedImages(site, uses.users, options.heldFiles) : [];
    inspector.forget(unused);
    const made = [...examined].flatMap((address) => uses.records.get(address) ?? []);
    return { uses, found: { ...uses, made, gone: [...deleted, ...unused], deleted } };
  };

  /** Renders the affected routes; returns the next files and receipts. */
  const render = ({ step, pinned, shown, isFull, isPostponable, images, ...how }: StepInput): Promise<RenderedSite> => {
    const { answers, readers } = memory;
    const base = pinned ?? site;
    const { composition } = pinned?.content ?? shownContent(site);
    const isSwitch = pinned !== null || site.pinned !== null;
    const invalidated = answers.moveTo(snapshotOf(shown, { images: images.images, config }));
    const switched = changedKeys(site.receipts, base.receipts);
    for (const route of switched) readers.replace(site.receipts.get(route), base.receipts.get(route));
    return renderSite({
      origin: config.origin,
      base,
      shown,
      content: step.content,
      keepTemplates: pinned !== null,
      retry: step.isFull || step.pin === null,
      since: isFull
        ? null
        : {
            invalidated,
            readers,
            doubtful: step.pin === null ? [...switched, ...outdatedAfterPin(site, templates)] : switched,
            statics: isSwitch ? null : { records: site.images, leaving: Object.keys(site.head?.leaving ?? {}) },
            addresses: composition.addresses,
          },
      answers,
      readers,
      images: images.records,
      templates,
      hash: options.hash,
      isSlow: screen.isSlow,
      keeping: blobs.together(),
      preemption: how.preempt && {
        signal: how.preempt,
        isResumed: how.isResumed,
        from: options.preemptThreshold,
        renderCache,
        isKept: (page) => blobs.holds(page, false),
      },
      ...(isPostponable && { postponedFrom: options.preemptThreshold }),
      onProgress: how.onProgress,
    });
  };

  const runStep: Publisher['runStep'] = async (step, how) => {
    const { uses: usesBefore, isSettled } = memory;
    try {
      const pinned = step.pin === undefined ? site.pinned : step.pin;
      const shown = shownContent({ content: step.content, pinned });
      const { fingerprint } = templates.renderer;
      // A preempting step must be small and use the same templates.
      const isPreemptible = isSettled && pinned === null && site.head?.templates === fingerprint;
      const preempt = isPreemptible ? how.preempt : null;
      const isPostponable = isPreemptible && step.isPostponable === true;
      await unlessAborted(prepareSearch(shownContent(site), shown), preempt);
      const { found: images, uses } = await findImages(step, shown, preempt);
      const isFull = step.isFull || !isSettled;
      Object.assign(memory, { uses, isSettled: false });
      const rendered = await render({ ...how, preempt, isPostponable, step, pinned, shown, isFull, images });
      const ms = elapsed(step);
      const at = now();
      const made = { before: site, step, pinned, rendered, images, config, templates: fingerprint, isPassing };
      const { site: next, commit, release } = nextSite({ ...made, at, ms });
      const { changes } = step;
      const { failures } = rendered;
      const notices = noticesOf({ changes, before: site, after: next, failures, release, at: at.toISOString(), ms });
      const unneeded = await store.commit({ ...commit, notices }, retain);
      // The switch: from here on every reader sees the complete new release.
      site = next;
      const switched = elapsed(step);
      finishStep(step, unneeded);
      if (how.preempt !== null) removeUnused();
      const reportsAll = isFull || step.pin !== undefined;
      const { problems } = next;
      const reported = reportsAll ? problems.values() : step.changes.map(({ path }) => problemsOf(path, problems));
      // The stored record is part of the commit, so that its time ends before the commit.
      const counts = release && { ...summaryOf(release), ms: switched };
      return { release: counts, problems: reportOf(reported), rendered: rendered.rendered };
    } catch (error) {
      restoreMemory(error, { uses: usesBefore, isSettled });
      throw error;
    }
  };

  const storeInitialContent: Publisher['storeInitialContent'] = async (content, changes) => {
    if (options.contents === null || site.head?.release != null) return false;
    const { asOf } = content;
    const commit = (site.head?.commit ?? 0) + 1;
    const head: Head = { commit, release: null, pin: null, asOf, config, leaving: {} };
    const none = { set: [], end: [] };
    await store.commit(
      { head, release: null, documents: changes, receipts: none, files: none, images: none, notices: [] },
      retain,
    );
    site = { ...site, head, content };
    memory = openStepMemory(site, config);
    leaveMemory(changes.flatMap(({ after }) => after ?? []));
    return true;
  };

  const isOrdinary = ({ head }: Commit): boolean =>
    head.release !== null &&
    head.pin === null &&
    head.templates === templates.renderer.fingerprint &&
    isDeepStrictEqual(head.config, config);

  const absorb: Publisher['absorb'] = async (commits) => {
    const isNext = commits[0]?.head.commit === (site.head?.commit ?? 0) + 1;
    if (!isNext || !memory.isSettled || site.pinned !== null || !commits.every(isOrdinary)) return false;
    const before = site;
    const after = commits.reduce((last, commit) => siteAfter(last, commit, options.contents), before);
    await prepareSearch(shownContent(before), shownContent(after));
    site = after;
    const { answers, readers, unseen } = memory;
    const { receipts } = site;
    const routes = changedKeys(before.receipts, receipts);
    for (const route of routes) readers.replace(before.receipts.get(route), receipts.get(route));
    const moved = answers.moveTo(siteSnapshot(shownContent(site), { records: site.images, config }));
    // Receipts and answers match only if this process computes the same answers as the writer for all affected pages.
    const isCurrent = (route: string, query: QueryKey): boolean =>
      receipts.get(route)?.reads.get(query) === answers.hash(query);
    const areRoutesCurrent = routes.every((route) =>
      [...(receipts.get(route)?.reads.keys() ?? [])].every((query) => isCurrent(route, query)),
    );
    const changed = [...moved.queries].flatMap(([query, hash]) => (hash === answers.hash(query) ? [] : [query]));
    const areReadersCurrent = changed.every((query) =>
      [...readers.of(query)].every((route) => isCurrent(route, query)),
    );
    memory.isSettled = areRoutesCurrent && areReadersCurrent;
    for (const { documents, images } of commits) {
      for (const { path } of documents) unseen.add(path);
      inspector.addRecords(images.set);
      inspector.forget([...images.end]);
    }
    for (const path of changedDocuments(before.content.composition, site.content.composition)) unseen.add(path);
    return true;
  };

  return {
    site: () => site,
    storeInitialContent,
    absorb,
    rehash: async (signal) => {
      await prepareSearch(shownContent(site));
      const { answers } = memory;
      const isWanted = (): boolean => !memory.isSettled && !signal.aborted;
      await rehashRecordedQueries(site.receipts.values(), {
        answers,
        isWanted: () => memory.answers === answers && isWanted(),
      });
      return isWanted();
    },
    expect: (documents) => {
      const rendersAll = site.pinned === null && site.head?.templates !== templates.renderer.fingerprint;
      if (rendersAll) templates.threads?.prepare(documents);
    },
    use: (next) => {
      templates = next;
      memory.isSettled = false;
    },
    forgetFiles: (hashes) => {
      if (hashes.size === 0) return;
      const { images } = site;
      site = withoutMissingFiles(site, hashes);
      // A cached image entry would be mistaken for its generated files.
      inspector.forget([...images.keys()].filter((address) => !site.images.has(address)));
      memory = openStepMemory(site, config);
    },
    runStep,
    plan: (content) => planRelease({ site, renderer: templates.renderer, inspector, config, buckets }, content),
    simulate: async (content, asked) => {
      const pinned = asked.isPinned ? site.pinned : null;
      await prepareSearch(shownContent(site), shownContent({ content, pinned }));
      // During a step, and until one has compared everything, receipts and answers may belong to different content.
      return simulateSite(
        {
          site,
          templates,
          inspector,
          config,
          answers: memory.answers,
          readers: memory.isSettled ? memory.readers : null,
        },
        content,
        asked,
      );
    },
  };
}

/** Milliseconds since the hint of a step arrived. */
const elapsed = ({ since }: Step): number => Math.round(10 * (performance.now() - since)) / 10;

/** Addresses of images that neither the content nor a kept release shows. */
function unusedImages({ images }: Site, used: ImageUses['users'], heldFiles: PublisherOptions['heldFiles']): string[] {
  const candidates = [...images.values()].filter(({ address }) => !used.has(address));
  const held = candidates.length === 0 ? null : heldFiles();
  return candidates.flatMap(({ address, files }) => (files.some(({ hash }) => held?.has(hash)) ? [] : [address]));
}

/** Routes to compare after unpinning, whose content may be unchanged: those of earlier templates and failed ones. */
function outdatedAfterPin({ receipts, failed }: Site, { renderer }: Templates): string[] {
  const earlier = [...receipts.values()].filter((receipt) => receipt.fingerprint !== renderer.fingerprint);
  return [...earlier.map(({ route }) => route), ...failed.keys()];
}

/** Caches that make the next step cheap; all can be recomputed from the site. */
interface StepMemory {
  readonly answers: Answers;
  readonly readers: Readers;
  /** The images that documents show; null before the first search. */
  uses: ImageUses | null;
  /** Addresses of images whose results may have changed since the last step. */
  news: Set<string>;
  /** Documents that another writer has changed, and whose images no step of this process has inspected since. */
  unseen: Set<string>;
  /** False until a step has compared everything: before that, answers and receipts may belong to different content. */
  isSettled: boolean;
}

/** Creates the caches of a site. Answers and readers cover the whole site, and are created on first use. */
const openStepMemory = (site: Site, config: SiteConfig): StepMemory =>
  Object.assign(
    lazyObject<Pick<StepMemory, 'answers' | 'readers'>>({
      answers: () => openAnswers(siteSnapshot(shownContent(site), { records: site.images, config })),
      readers: () => openReaders(site.receipts.values()),
    }),
    { uses: null, news: new Set<string>(), unseen: new Set<string>(), isSettled: false },
  );

/**
 * Waits for work that continues in the background.
 * @throws PreemptedError if the signal aborts before its end.
 */
async function unlessAborted(work: Promise<void>, signal: AbortSignal | null): Promise<void> {
  if (signal === null) return work;
  let isDone = false;
  const aborted = new Promise<void>((resolve) => {
    // Finished work is not waited for again, so that a step continues although edits keep arriving.
    if (signal.aborted) setImmediate(resolve);
    else signal.addEventListener('abort', () => resolve());
  });
  await Promise.race([work.then(() => void (isDone = true)), aborted]);
  if (!isDone) throw new PreemptedError('Another step comes first');
}

/** Answers all queries recorded in the receipts, with pauses for other work, until `isWanted` returns false. */
async function rehashRecordedQueries(
  receipts: Iterable<Pick<Receipt, 'reads'>>,
  { answers, isWanted }: { answers: Pick<Answers, 'hash'>; isWanted: () => boolean },
): Promise<void> {
  const pause = openSlices();
  for (const { reads } of receipts) {
    await pause();
    if (!isWanted()) return;
    for (const key of reads.keys()) answers.hash(key);
  }
}
