import { isDeepStrictEqual } from 'node:util';
import type { SiteConfig } from '@frontage/model/content';
import { createRenderCache } from '../render/render-cache.ts';
import { PostponedError, PreemptedError, type Rendering } from '../render/render-routes.ts';
import { nextSite, type RenderedSite } from '../site/next-site.ts';
import { problemsOf, reportOf } from '../site/problems.ts';
import {
  planRelease,
  type Question,
  type ReleasePlan,
  type SimulatedSite,
  simulateSite,
} from '../site/simulate-site.ts';
import { shownContent, siteAfter, withoutMissingFiles, type Site } from '../site/site.ts';
import type { Step, StepOutcome } from '../site/step.ts';
import { type Commit, type Committer, type Head, summaryOf } from '../site/store.ts';
import { noticesOf } from '../status/notices.ts';
import type { ContentState, DocumentChange } from '../sync/content-state.ts';
import type { ReadContents, StoredDocument } from '../sync/stored-document.ts';
import type { TextScreen } from '../sync/text-screen.ts';
import type { Blobs } from '../site/blobs.ts';
import type { Pruner } from './pruner.ts';
import { renderSite, type Templates } from './render-site.ts';
import { type FoundImages, StepImages, type StepImagesOptions, unlessAborted } from './step-images.ts';
import { StepMemory } from './step-memory.ts';

export interface PublisherOptions extends StepImagesOptions {
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
  config: SiteConfig;
  templates: Templates;
  /** A step with this many routes to render can be preempted. */
  preemptThreshold: number;
  /** How many releases are kept. */
  retain: number;
  /** Every release is replaced by the next one, regardless of `retain`. */
  isPassing: boolean;
  now: () => Date;
}

interface StepOptions {
  /** Receives the rendering progress. */
  onProgress: (rendering: Rendering) => void;
  /** Ends the step without changes while pages are rendered and a release is live. */
  preempt: AbortSignal | null;
  /** Whether the step was preempted before. */
  isResumed: boolean;
}

/** A step, and the decisions that its content and the current site determine. */
interface PreparedStep extends StepOptions {
  step: Step;
  pinned: Site['pinned'];
  /** The content shown after the step. */
  shown: ContentState;
  images: FoundImages;
  /** Whether all routes are compared. */
  isFull: boolean;
  isPostponable: boolean;
}

/** Holds the current site and runs steps that change it: plan, render, commit, switch. Steps must not overlap. */
export class Publisher {
  readonly #options: Omit<PublisherOptions, 'site' | 'templates'>;
  readonly #images: StepImages;
  readonly #renderCache = createRenderCache();
  #templates: Templates;
  #site: Site;
  #memory: StepMemory;

  // The stored site must not stay in the options: its maps would retain every later version.
  constructor({ site, templates, ...options }: PublisherOptions) {
    this.#options = options;
    this.#images = new StepImages(options);
    this.#templates = templates;
    this.#site = site;
    this.#memory = new StepMemory(site, options.config);
  }

  site(): Site {
    return this.#site;
  }

  /** Uses other templates from the next step on, which compares everything. */
  use(templates: Templates): void {
    this.#templates = templates;
    this.#memory.unsettle();
  }

  /** Announces the minimum number of documents of the next step, so that a full render can prepare. */
  expect(documents: number): void {
    const { renderer, threads } = this.#templates;
    const rendersAll = this.#site.pinned === null && this.#site.head?.templates !== renderer.fingerprint;
    if (rendersAll) threads?.prepare(documents);
  }

  /**
   * Runs a step. If it is preempted, its rendered pages are reused when it is repeated.
   * @throws PreemptedError in that case.
   * @throws PostponedError if the step is postponable and so long that it could be preempted.
   */
  async runStep(step: Step, how: StepOptions): Promise<StepOutcome> {
    const wasSettled = this.#memory.isSettled();
    try {
      const prepared = await this.#prepare(step, how);
      const outcome = await this.#commit(prepared, await this.#render(prepared));
      if (how.preempt !== null) this.#removeUnused();
      return outcome;
    } catch (error) {
      this.#recover(error, wasSettled);
      throw error;
    }
  }

  /**
   * Stores read content before the first release, so that not all of it is in memory during the render. Returns false
   * without effect if a release exists or stored data may not be read again.
   */
  async storeInitialContent(content: ContentState, changes: readonly DocumentChange[]): Promise<boolean> {
    const { store, contents, config, retain } = this.#options;
    if (contents === null || this.#site.head?.release != null) return false;
    const commit = (this.#site.head?.commit ?? 0) + 1;
    const head: Head = { commit, release: null, pin: null, asOf: content.asOf, config, leaving: {} };
    const none = { set: [], end: [] };
    await store.commit(
      { head, release: null, documents: changes, receipts: none, files: none, images: none, notices: [] },
      retain,
    );
    this.#site = { ...this.#site, head, content };
    this.#forgetSteps();
    this.#leaveMemory(changes.flatMap(({ after }) => after ?? []));
    return true;
  }

  /**
   * Applies commits of another writer to this state, in order. Returns false without any change if they do not build on
   * the state in memory; then the caller must read the whole site again.
   */
  async absorb(commits: readonly Commit[]): Promise<boolean> {
    const before = this.#site;
    const isNext = commits[0]?.head.commit === (before.head?.commit ?? 0) + 1;
    const areOrdinary = commits.every((commit) => this.#isOrdinary(commit));
    if (!isNext || !this.#memory.isSettled() || before.pinned !== null || !areOrdinary) return false;
    const after = commits.reduce((last, commit) => siteAfter(last, commit, this.#options.contents), before);
    await this.#prepareSearch(shownContent(before), shownContent(after));
    this.#site = after;
    this.#memory.follow(before, after);
    this.#images.follow(commits, before, after);
    return true;
  }

  /** Forgets files with lost bytes, so that the next full step renders them again. */
  forgetFiles(hashes: ReadonlySet<string>): void {
    if (hashes.size === 0) return;
    const { images } = this.#site;
    this.#site = withoutMissingFiles(this.#site, hashes);
    // A cached image entry would be mistaken for its generated files.
    this.#options.images.forget([...images.keys()].filter((address) => !this.#site.images.has(address)));
    this.#forgetSteps();
  }

  /**
   * Answers all recorded queries in small slices, so that a full comparison finds the answers cached. Returns whether a
   * full step is still needed: false if a step has compared everything meanwhile, or `signal` is aborted.
   */
  async rehash(signal: AbortSignal): Promise<boolean> {
    await this.#prepareSearch(shownContent(this.#site));
    const memory = this.#memory;
    const isWanted = (): boolean => !this.#memory.isSettled() && !signal.aborted;
    await memory.rehash(this.#site, () => this.#memory === memory && isWanted());
    return isWanted();
  }

  /** Plans a full step to this content. */
  plan(content: ContentState): ReleasePlan {
    const { images: inspector, config, buckets } = this.#options;
    return planRelease({ site: this.#site, renderer: this.#templates.renderer, inspector, config, buckets }, content);
  }

  /** Simulates the site with this content and stores nothing. */
  async simulate(content: ContentState, asked: Question): Promise<SimulatedSite> {
    const { images: inspector, config } = this.#options;
    const pinned = asked.isPinned ? this.#site.pinned : null;
    await this.#prepareSearch(shownContent(this.#site), shownContent({ content, pinned }));
    const memory = this.#memory;
    // During a step, and until one has compared everything, receipts and answers may belong to different content.
    const readers = memory.isSettled() ? memory.readers() : null;
    const known = {
      site: this.#site,
      templates: this.#templates,
      inspector,
      config,
      answers: memory.answers(),
      readers,
    };
    return simulateSite(known, content, asked);
  }

  /** Computes the shown content and its images, and decides how much of the site the step compares. */
  async #prepare(step: Step, how: StepOptions): Promise<PreparedStep> {
    const site = this.#site;
    const pinned = step.pin === undefined ? site.pinned : step.pin;
    const shown = shownContent({ content: step.content, pinned });
    const isSettled = this.#memory.isSettled();
    // A preempting step must be small and use the same templates.
    const isPreemptible = isSettled && pinned === null && site.head?.templates === this.#templates.renderer.fingerprint;
    const preempt = isPreemptible ? how.preempt : null;
    await unlessAborted(this.#prepareSearch(shownContent(site), shown), preempt);
    const images = await this.#images.find({ site, step, shown, preempt });
    const isFull = step.isFull || !isSettled;
    return {
      ...how,
      preempt,
      step,
      pinned,
      shown,
      images,
      isFull,
      isPostponable: isPreemptible && step.isPostponable === true,
    };
  }

  /** Renders the affected routes; returns the next files and receipts. */
  #render({ step, pinned, shown, images: { uses }, ...how }: PreparedStep): Promise<RenderedSite> {
    const { blobs, config, hash, screen, preemptThreshold } = this.#options;
    const [site, memory, templates] = [this.#site, this.#memory, this.#templates];
    memory.unsettle();
    const base = pinned ?? site;
    const { composition } = pinned?.content ?? shownContent(site);
    const isSwitch = pinned !== null || site.pinned !== null;
    const invalidated = memory.moveTo(shown, uses.images);
    const switched = memory.replaceReceipts(site, base);
    return renderSite({
      origin: config.origin,
      base,
      shown,
      content: step.content,
      keepTemplates: pinned !== null,
      retry: how.isFull || step.pin === null,
      since: how.isFull
        ? null
        : {
            invalidated,
            readers: memory.readers(),
            doubtful: step.pin === null ? [...switched, ...outdatedAfterPin(site, templates)] : switched,
            statics: isSwitch ? null : { records: site.images, leaving: Object.keys(site.head?.leaving ?? {}) },
            addresses: composition.addresses,
          },
      answers: memory.answers(),
      readers: memory.readers(),
      images: uses.records,
      templates,
      hash,
      isSlow: screen.isSlow,
      keeping: blobs.together(),
      preemption: how.preempt && {
        signal: how.preempt,
        isResumed: how.isResumed,
        from: preemptThreshold,
        renderCache: this.#renderCache,
        isKept: (page) => blobs.holds(page, false),
      },
      ...(how.isPostponable && { postponedFrom: preemptThreshold }),
      onProgress: how.onProgress,
    });
  }

  /** Stores the next site in one transaction and switches to it. */
  async #commit({ step, pinned, images, isFull }: PreparedStep, rendered: RenderedSite): Promise<StepOutcome> {
    const { store, config, retain, isPassing, now } = this.#options;
    const { changes } = step;
    const ms = elapsed(step);
    const at = now();
    const made = { step, pinned, rendered, images: { ...images, messages: images.uses.messages }, config, isPassing };
    const templates = this.#templates.renderer.fingerprint;
    const before = this.#site;
    const { site: next, commit, release } = nextSite({ ...made, before, templates, at, ms });
    const { failures } = rendered;
    const notices = noticesOf({ changes, before, after: next, failures, release, at: at.toISOString(), ms });
    const unneeded = await store.commit({ ...commit, notices }, retain);
    // The switch: from here on every reader sees the complete new release.
    this.#site = next;
    const switched = elapsed(step);
    this.#settle(step, images, unneeded);
    const reportsAll = isFull || step.pin !== undefined;
    const { problems } = next;
    const reported = reportsAll ? problems.values() : changes.map(({ path }) => problemsOf(path, problems));
    // The stored record is part of the commit, so that its time ends before the commit.
    const counts = release && { ...summaryOf(release), ms: switched };
    return { release: counts, problems: reportOf(reported), rendered: rendered.rendered };
  }

  /** Updates the caches after the switch, and removes unneeded blobs. */
  #settle({ changes }: Step, { uses }: FoundImages, unneeded: readonly string[]): void {
    const { pruner } = this.#options;
    this.#memory.settle();
    this.#images.settle(uses);
    this.#leaveMemory(changes.flatMap(({ after }) => after ?? []));
    pruner.discard(unneeded);
    pruner.wake();
  }

  /** Restores the caches after a preempted or failed step. */
  #recover(error: unknown, wasSettled: boolean): void {
    if (error instanceof PreemptedError || error instanceof PostponedError) {
      this.#memory.moveBack(this.#site);
      if (wasSettled) this.#memory.settle();
      return;
    }
    this.#removeUnused();
    // Cached data may be of content that was never released: restart from the stored site.
    this.#forgetSteps();
  }

  #forgetSteps(): void {
    this.#memory = new StepMemory(this.#site, this.#options.config);
    this.#images.reset();
  }

  /** Removes bytes rendered by a preempted step that can no longer be reused. */
  #removeUnused(): void {
    this.#options.pruner.discard(this.#renderCache.clear());
  }

  #leaveMemory(documents: Iterable<StoredDocument>): void {
    const { contents } = this.#options;
    if (contents) for (const document of documents) document.leaveMemory(contents);
  }

  /** Computes the search of these contents in slices, each from the one before. */
  async #prepareSearch(...contents: readonly ContentState[]): Promise<void> {
    const { screen } = this.#options;
    for (const { composition } of contents) await composition.search.prepare((text) => screen.read(text, 'content'));
  }

  #isOrdinary({ head }: Commit): boolean {
    return (
      head.release !== null &&
      head.pin === null &&
      head.templates === this.#templates.renderer.fingerprint &&
      isDeepStrictEqual(head.config, this.#options.config)
    );
  }
}

/** Milliseconds since the hint of a step arrived. */
const elapsed = ({ since }: Step): number => Math.round(10 * (performance.now() - since)) / 10;

/** Routes to compare after unpinning, whose content may be unchanged: those of earlier templates and failed ones. */
function outdatedAfterPin({ receipts, failed }: Site, { renderer }: Templates): string[] {
  const earlier = [...receipts.values()].filter((receipt) => receipt.fingerprint !== renderer.fingerprint);
  return [...earlier.map(({ route }) => route), ...failed.keys()];
}
