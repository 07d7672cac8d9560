import type { SiteConfig } from '@frontage/model/content';
import { openAhead } from '../render/ahead.ts';
import { GaveWayError } from '../render/render-routes.ts';
import type { ImageDesk, OnSeen } from '../sync/image-desk.ts';
import type { ContentState, DocumentChange } from '../sync/content-state.ts';
import type { ReadContents, StoredDocument } from '../sync/stored-document.ts';
import type { Blobs } from './blobs.ts';
import { findImages } from './find-images.ts';
import { problemsOf, reportOf } from './problems.ts';
import { imagineSite, type Imagined, type Question } from './imagine-site.ts';
import { nextSite } from './next-site.ts';
import { planRelease, type ReleasePlan } from './plan-release.ts';
import { recall } from './recall.ts';
import { summaryOf } from './record.ts';
import type { Templates } from './render-site.ts';
import { renderStep, type TakeOptions } from './render-step.ts';
import { shownContent, siteSnapshot, withoutLost, type Site } from './site.ts';
import { remember, type StepMemory } from './step-memory.ts';
import type { Step, Taken } from './step.ts';
import type { Committer, Head } from './store.ts';

export interface PublisherOptions {
  /** What the store holds. */
  site: Site;
  store: Committer;
  blobs: Blobs;
  hash: (bytes: Uint8Array) => string;
  /** Reads what documents say from where commits put it; null where others commit too, for what was read may be gone. */
  contents: ReadContents | null;
  /** The files of every kept release. */
  heldFiles: () => ReadonlySet<string>;
  /** Real names of our own buckets. */
  buckets: ReadonlySet<string>;
  images: ImageDesk;
  /** Milliseconds a step waits for its images; those that take longer are shown as they were uploaded until then. */
  patience: number;
  config: SiteConfig;
  templates: Templates;
  /** A step with this many routes to render gives way to others. */
  longStep: number;
  /** How many releases are kept. */
  retain: number;
  /** Every release gives its place to the next one, whatever `retain` is. */
  isPassing: boolean;
  now: () => Date;
  /** Hears of each image of the first release. */
  onImage: OnSeen;
}

/** Takes the site from one state to the next. Steps must not overlap. */
export interface Publisher {
  site(): Site;
  /**
   * Stores what was read of content while there is no release that could show it, so that it is not all in memory until
   * everything is rendered; false, and nothing done, where there is one or where what was stored may not be read again.
   */
  arrive(content: ContentState, changes: readonly DocumentChange[]): Promise<boolean>;
  /**
   * Has answered, little by little, what all pages have asked, so that a step that compares everything finds it known. Whether
   * there is still to be one: false where a step has compared everything meanwhile, and when `signal` is aborted.
   */
  recall(signal: AbortSignal): Promise<boolean>;
  /** Hears of how many documents the next step will be at least, as soon as that is known: a render of everything gets ready. */
  expect(documents: number): void;
  /**
   * `onProgress` hears how far the step's rendering is. When `giveWay` is given and aborted while pages are rendered, and a
   * release is live, the step ends with nothing changed; what it has rendered is used when it is taken again.
   * @throws GaveWayError then.
   */
  take(step: Step, how: TakeOptions): Promise<Taken>;
  /** What a full step to this content would do. */
  plan(content: ContentState): ReleasePlan;
  /** The site as it would be with this content, for whoever asks. Nothing of it is remembered. */
  imagine(content: ContentState, asked: Question): Imagined;
  use(templates: Templates): void;
  /** Forgets what was made of lost bytes, so that the next full step makes it again. */
  lose(hashes: ReadonlySet<string>): void;
}

export function openPublisher(options: PublisherOptions): Publisher {
  const { store, blobs, buckets, images: desk, config, retain, isPassing, now } = options;
  let { templates, site } = options;
  let memory = remember(site, config);
  const ahead = openAhead();

  const leaveMemory = (documents: Iterable<StoredDocument>): void => {
    const { contents } = options;
    if (contents) for (const document of documents) document.leaveMemory(contents);
  };

  /** Bytes that a step rendered before it gave way, and that are of no use to it any more. */
  const removeUnused = async (): Promise<void> => {
    const unused = ahead.clear();
    if (unused.length === 0) return;
    const held = options.heldFiles();
    await Promise.allSettled(unused.filter((hash) => !held.has(hash)).map((hash) => blobs.remove(hash)));
  };

  /** After the switch. */
  const settle = async ({ changes }: Step, unneeded: readonly string[]): Promise<void> => {
    memory.isSettled = true;
    memory.news.clear();
    leaveMemory(changes.flatMap(({ after }) => after ?? []));
    await Promise.allSettled(unneeded.map((hash) => blobs.remove(hash)));
  };

  /** After a step that did not come to its end. */
  const goBack = async (error: unknown, { uses, isSettled }: Pick<StepMemory, 'uses' | 'isSettled'>): Promise<void> => {
    if (error instanceof GaveWayError) {
      const { answers } = memory;
      const moved = answers.moveTo(siteSnapshot(shownContent(site), { records: site.images, config }));
      // Only what was asked is known to change: all that receipts are of is asked again.
      for (const query of moved.queries.keys()) answers.hash(query);
      Object.assign(memory, { uses, isSettled });
      return;
    }
    await removeUnused();
    // What is remembered may be of content that never became the site's: begin again from what is.
    memory = remember(site, config);
  };

  const take: Publisher['take'] = async (step, how) => {
    const { uses: usesBefore, isSettled } = memory;
    try {
      const pinned = step.pin === undefined ? site.pinned : step.pin;
      const shown = shownContent({ content: step.content, pinned });
      const { found: images, uses } = await findImages({ site, step, shown }, { ...options, desk, known: memory });
      const { fingerprint } = templates.renderer;
      const isFull = step.isFull || !isSettled;
      // What goes before it must be a small step, and of the same templates as all the rest.
      const mayGiveWay = isSettled && pinned === null && site.head?.templates === fingerprint;
      Object.assign(memory, { uses, isSettled: false });
      const giveWay = mayGiveWay ? how.giveWay : null;
      const showing = { ...how, giveWay, step, pinned, shown, isFull, images };
      const rendered = await renderStep(showing, { ...options, site, memory, templates, ahead });
      const ms = Math.round(10 * (performance.now() - step.since)) / 10;
      const made = { before: site, step, pinned, rendered, images, config, templates: fingerprint, isPassing };
      const { site: next, commit, release } = nextSite({ ...made, at: now(), ms });
      const unneeded = await store.commit(commit, retain);
      // The switch: from here on everybody sees the new release, and nobody sees part of it.
      site = next;
      await settle(step, unneeded);
      if (how.giveWay !== null) await removeUnused();
      const isTold = isFull || step.pin !== undefined;
      const { problems } = next;
      const told = isTold ? problems.values() : step.changes.map(({ path }) => problemsOf(path, problems));
      return { release: release && summaryOf(release), problems: reportOf(told), rendered: rendered.rendered };
    } catch (error) {
      await goBack(error, { uses: usesBefore, isSettled });
      throw error;
    }
  };

  const arrive: Publisher['arrive'] = async (content, changes) => {
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
    memory = remember(site, config);
    leaveMemory(changes.flatMap(({ after }) => after ?? []));
    return true;
  };

  return {
    site: () => site,
    arrive,
    recall: async (signal) => {
      const { answers } = memory;
      const isWanted = (): boolean => !memory.isSettled && !signal.aborted;
      await recall(site.receipts.values(), { answers, isWanted: () => memory.answers === answers && isWanted() });
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
    lose: (hashes) => {
      if (hashes.size === 0) return;
      const { images } = site;
      site = withoutLost(site, hashes);
      // What is remembered of an image would be taken for what was made of it.
      desk.forget([...images.keys()].filter((address) => !site.images.has(address)));
      memory = remember(site, config);
    },
    take,
    plan: (content) => planRelease({ site, templates, desk, config, buckets }, content),
    imagine: (content, asked) =>
      // While a step is taken, and until one has compared everything, receipts and answers need not be of the same.
      imagineSite(
        { site, templates, desk, config, answers: memory.answers, readers: memory.isSettled ? memory.readers : null },
        content,
        asked,
      ),
  };
}
