import type { Problem } from '@frontage/model/build-state';
import type { SiteConfig } from '@frontage/model/content';
import { changedKeys, patchMap } from './patched-map.ts';
import { openAnswers, type Answers } from './plan/answers.ts';
import type { Plan, Receipt } from './plan/plan.ts';
import { planSite } from './plan/plan-site.ts';
import { openReaders, type Readers } from './plan/readers.ts';
import { renderRoutes } from './render/render-routes.ts';
import type { Renderer } from './render/renderer.ts';
import type { Blobs } from './release/blobs.ts';
import { diffFiles, type FileEntry } from './release/files.ts';
import { findingsFor, findingsOf, problemsOf } from './release/findings.ts';
import { extrasOf, nextFiles } from './release/next-files.ts';
import { noticesOf } from './release/notices.ts';
import { releaseOf, summaryOf, type ReleaseCounts } from './release/record.ts';
import { shownContent, siteSnapshot, withoutLost, type Indexed, type Site } from './release/site.ts';
import type { Store } from './release/store.ts';
import type { ContentState, DocumentChange } from './sync/content-state.ts';
import type { ImageLibrary } from './sync/image-library.ts';
import { loadImages } from './sync/load-images.ts';

/** The compiled site, loaded. */
export interface Templates {
  renderer: Renderer;
  assets: readonly FileEntry[];
}

export interface PublisherOptions {
  /** What the store holds. */
  site: Site;
  store: Store;
  blobs: Blobs;
  images: ImageLibrary;
  config: SiteConfig;
  templates: Templates;
  /** How many releases are kept. */
  retain: number;
  now: () => Date;
}

/** One step of the site. */
export interface Step {
  content: ContentState;
  changes: readonly DocumentChange[];
  /** When the first hint arrived, by `performance.now()`. */
  since: number;
  /** Compares everything, not only what the changes can have touched. */
  isFull: boolean;
  /** Goes back to an earlier release and stays there, or, when null, follows content again. */
  pin?: Earlier | null;
}

/** An earlier release. */
export interface Earlier extends Indexed {
  id: string;
  content: ContentState;
}

export interface Outcome {
  /** Null when nothing visitors see has changed. */
  release: ReleaseCounts | null;
  problems: Problem[];
}

/** Takes the site from one state to the next. Steps must not overlap. */
export interface Publisher {
  site(): Site;
  take(step: Step): Promise<Outcome>;
  /** What a full step to this content would do. */
  plan(content: ContentState): Plan;
  use(templates: Templates): void;
  /** Forgets what was made of lost bytes, so that the next full step makes it again. */
  lose(hashes: ReadonlySet<string>): void;
}

export function openPublisher(options: PublisherOptions): Publisher {
  const { store, blobs, images: library, config, retain, now } = options;
  let { templates, site } = options;
  let memory = remember(site, config);

  /** What the site is to show after a step, with the images that it needs. */
  const prepare = async (step: Step) => {
    const pin = step.pin === undefined ? (site.head?.pin ?? null) : (step.pin?.id ?? null);
    const pinned = step.pin === undefined ? site.pinned : (step.pin?.content ?? null);
    const isFull = step.isFull || step.pin !== undefined || !memory.isSettled;
    const shown = shownContent({ content: step.content, pinned });
    const isWide = isFull || pinned !== null;
    const only = isWide ? null : new Set([...step.changes.map(({ path }) => path), ...site.unreachable]);
    const loaded = await loadImages(library, { content: shown, known: site.images, only });
    const images = patchMap(
      site.images,
      loaded.added.map((record) => [record.address, record]),
    );
    const kept = only === null ? [] : [...site.imageMessages].filter(([document]) => !only.has(document));
    const imageMessages = new Map([...kept, ...loaded.messages]);
    const { added, unreachable } = loaded;
    return { step, pin, pinned, shown, isFull, images, newImages: added, imageMessages, unreachable };
  };

  /** Renders what the step concerns: the files and receipts there will be. */
  const render = async (next: Awaited<ReturnType<typeof prepare>>) => {
    const { step, pin, shown, isFull, images } = next;
    const { answers } = memory;
    const base = step.pin ?? site;
    const moved = answers.moveTo(siteSnapshot(shown, { images, config }));
    const { plan, routes } = planSite({
      shown,
      content: step.content,
      receipts: base.receipts,
      answers,
      templates: templates.renderer,
      keepTemplates: pin !== null,
      retry: step.isFull,
      since: isFull ? null : { moved, shown: shownContent(site), readers: memory.readers },
    });
    const { pages, receipts } = await renderRoutes({
      routes: plan.render.flatMap(({ route }) => routes.get(route) ?? []),
      renderer: templates.renderer,
      answers,
      keep: (bytes) => blobs.write(bytes),
    });
    const removed = plan.remove.map(({ path }) => path);
    const changes = [
      ...removed.map((route): [string, undefined] => [route, undefined]),
      ...receipts.map((receipt): [string, Receipt] => [receipt.route, receipt]),
    ];
    if (step.pin) memory.readers = openReaders(base.receipts.values());
    for (const [route, receipt] of changes) memory.readers.replace(base.receipts.get(route), receipt);
    const asked = memory.readers.argumentsOf('image');
    const extras = extrasOf({
      assets: templates.assets,
      keptAssets: pin === null ? [] : [...base.extras.values()].filter(({ kind }) => kind === 'asset'),
      images: asked.flatMap((address) => images.get(address) ?? []),
    });
    return {
      files: nextFiles({ base: base.files, baseExtras: base.extras, extras, pages, removed }),
      extras,
      receipts: patchMap(base.receipts, changes),
      failed: patchMap(
        base.failed,
        changes.map(([route, receipt]) => [route, receipt?.failure == null ? undefined : receipt]),
      ),
      failures: receipts.filter(({ failure }) => failure !== null),
    };
  };

  const take = async (step: Step): Promise<Outcome> => {
    const prepared = await prepare(step);
    const { pin, pinned, images, newImages, imageMessages, unreachable } = prepared;
    const wasSettled = memory.isSettled;
    memory.isSettled = false;
    const { failures, ...indexed } = await render(prepared);
    const { content, changes } = step;
    const findings = findingsOf({ content, failed: indexed.failed.values(), images: imageMessages });
    const diff = diffFiles(site.files, indexed.files);
    const at = now().toISOString();
    const ms = Math.round(10 * (performance.now() - step.since)) / 10;
    const commit = (site.head?.commit ?? 0) + 1;
    const release = releaseOf(diff, { id: String(commit), createdAt: at, ms, changes, asOf: content.asOf, pin });
    const head = { commit, release: release?.id ?? site.head?.release ?? null, pin, asOf: content.asOf, config };
    const next = { head, content, pinned, images, imageMessages, unreachable, findings, ...indexed };
    const unneeded = store.commit(
      {
        head,
        release,
        documents: changes,
        receipts: diffReceipts(site.receipts, indexed.receipts),
        files: { set: diff.set, end: diff.removed },
        images: newImages,
        notices: noticesOf({ changes, before: site, after: next, failures, release, at, ms }),
      },
      retain,
    );

    // The switch: from here on everybody sees the new release, and nobody sees part of it.
    site = next;
    memory.isSettled = true;
    await Promise.allSettled(unneeded.map((hash) => blobs.remove(hash)));
    const isTold = step.isFull || !wasSettled || step.pin !== undefined;
    const told = isTold ? findings.values() : changes.map(({ path }) => findingsFor(path, findings));
    return { release: release && summaryOf(release), problems: problemsOf(told) };
  };

  return {
    site: () => site,
    use: (next) => (templates = next),
    lose: (hashes) => {
      site = withoutLost(site, hashes);
      memory = remember(site, config);
    },
    take: async (step) => {
      try {
        return await take(step);
      } catch (error) {
        // What is remembered may be of content that never became the site's: begin again from what is.
        memory = remember(site, config);
        throw error;
      }
    },
    plan: (content) => {
      const shown = shownContent({ content, pinned: site.pinned });
      const { plan } = planSite({
        shown,
        content,
        receipts: site.receipts,
        answers: openAnswers(siteSnapshot(shown, { images: site.images, config })),
        templates: templates.renderer,
        keepTemplates: site.pinned !== null,
        retry: true,
        since: null,
      });
      return plan;
    },
  };
}

/** What makes the next step cheap; all of it can be made again from the site. */
interface Memory {
  answers: Answers;
  readers: Readers;
  /** False until a step has compared everything: the answers may not be those the receipts are of. */
  isSettled: boolean;
}

const remember = (site: Site, config: SiteConfig): Memory => ({
  answers: openAnswers(siteSnapshot(shownContent(site), { images: site.images, config })),
  readers: openReaders(site.receipts.values()),
  isSettled: false,
});

function diffReceipts(before: Site['receipts'], after: Site['receipts']): { set: Receipt[]; end: string[] } {
  const changed = changedKeys(before, after);
  return {
    set: changed.flatMap((route) => after.get(route) ?? []),
    end: changed.filter((route) => !after.has(route)),
  };
}
