import type { Problem } from '@frontage/model/build-state';
import type { SiteConfig } from '@frontage/model/content';
import { openAnswers } from './plan/answers.ts';
import type { Plan } from './plan/plan.ts';
import { planSite } from './plan/plan-site.ts';
import { renderRoutes } from './render/render-routes.ts';
import type { Renderer } from './render/renderer.ts';
import type { Blobs } from './release/blobs.ts';
import { diffFiles, type FileEntry } from './release/files.ts';
import { findingsFor, findingsOf, problemsOf, type Findings } from './release/findings.ts';
import { releaseOf, summaryOf, type ReleaseCounts } from './release/record.ts';
import { nextFiles, shownImages } from './release/next-files.ts';
import { noticesOf } from './release/notices.ts';
import { loadSite, shownContent, siteSnapshot, withoutLost, type Site } from './release/site.ts';
import type { ImageRecord, Store } from './release/store.ts';
import type { ContentState, DocumentChange } from './sync/content-state.ts';
import type { ImageLibrary } from './sync/image-library.ts';
import { loadImages } from './sync/load-images.ts';

/** The compiled site, loaded. */
export interface Templates {
  renderer: Renderer;
  assets: readonly FileEntry[];
}

export interface PublisherOptions {
  store: Store;
  blobs: Blobs;
  images: ImageLibrary;
  config: SiteConfig;
  templates: Templates;
  /** How many releases are kept. */
  retain: number;
  now: () => Date;
  /** Blobs of the live release that a crash has destroyed. */
  lost: ReadonlySet<string>;
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
export interface Earlier extends Pick<Site, 'files' | 'receipts'> {
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
  findings(): Findings;
  take(step: Step): Promise<Outcome>;
  /** What a full step to this content would do. */
  plan(content: ContentState): Plan;
  use(templates: Templates): void;
}

export function openPublisher(options: PublisherOptions): Publisher {
  const { store, blobs, images: library, config, retain, now } = options;
  let { templates } = options;
  let site = withoutLost(loadSite(store), options.lost);
  let imageMessages: ReadonlyMap<string, readonly string[]> = new Map();
  let findings = findingsOf({ content: site.content, receipts: site.receipts.values(), images: imageMessages });
  let answers = openAnswers(siteSnapshot(site, config));
  // False until a step has compared everything, and again after one that was broken off: then suspects are not all known.
  let isSettled = false;

  const take = async (step: Step): Promise<Outcome> => {
    const pin = step.pin === undefined ? (site.head?.pin ?? null) : (step.pin?.id ?? null);
    const pinned = step.pin === undefined ? site.pinned : (step.pin?.content ?? null);
    const base = step.pin ?? site;
    const isFull = step.isFull || !isSettled || step.pin !== undefined;
    const shown = shownContent({ content: step.content, pinned });

    const only = isFull || pinned !== null ? null : new Set(step.changes.map(({ path }) => path));
    const loaded = await loadImages(library, { content: shown, known: site.images, only });
    const images = loaded.added.length === 0 ? site.images : withImages(site.images, loaded.added);

    isSettled = false;
    const suspects = answers.moveTo(siteSnapshot({ content: step.content, pinned, images }, config));
    const { plan, routes } = planSite({
      shown,
      content: step.content,
      receipts: base.receipts,
      answers,
      suspects: isFull ? null : suspects,
      templates: templates.renderer,
      keepTemplates: pin !== null,
      retry: step.isFull,
    });

    const rendered = await renderRoutes({
      routes: plan.render.flatMap(({ route }) => routes.get(route) ?? []),
      renderer: templates.renderer,
      answers,
      keep: (bytes) => blobs.write(bytes),
    });
    const removed = plan.remove.map(({ path }) => path);
    const receipts = new Map(base.receipts);
    for (const route of removed) receipts.delete(route);
    for (const receipt of rendered.receipts) receipts.set(receipt.route, receipt);

    const files = nextFiles({
      base: base.files,
      pages: rendered.pages,
      removed,
      assets: templates.assets,
      keepAssets: pin !== null,
      images:
        images.size === 0 ? [] : [...shownImages(receipts.values())].flatMap((address) => images.get(address) ?? []),
    });
    const messages = only === null ? loaded.messages : withMessages(imageMessages, only, loaded.messages);
    const nextFindings = findingsOf({ content: step.content, receipts: receipts.values(), images: messages });
    const diff = diffFiles(site.files, files);
    const at = now().toISOString();
    const ms = performance.now() - step.since;
    const commit = (site.head?.commit ?? 0) + 1;
    const release = releaseOf(diff, {
      id: String(commit),
      createdAt: at,
      ms,
      changes: step.changes,
      asOf: step.content.asOf,
      pin,
    });
    const live = release?.id ?? site.head?.release ?? null;
    const head = { commit, release: live, pin, asOf: step.content.asOf, config };
    const notices = noticesOf({
      changes: step.changes,
      before: findings,
      after: nextFindings,
      failures: rendered.receipts.filter(({ failure }) => failure !== null),
      release,
      head,
      // Nobody waits to hear of content that was there before the pipeline was.
      isFirst: site.head === null,
      revOf: (document) => revOf(step.content, document),
      at,
      ms,
    });
    const unneeded = store.commit(
      {
        head,
        release,
        documents: step.changes,
        receipts: diffReceipts(site.receipts, receipts),
        files: { set: diff.set, end: diff.removed },
        images: loaded.added,
        notices,
      },
      retain,
    );

    // The switch: from here on everybody sees the new release, and nobody sees part of it.
    site = { head, content: step.content, pinned, files, receipts, images };
    const told = isFull ? [...nextFindings.values()] : step.changes.map(({ path }) => findingsFor(path, nextFindings));
    findings = nextFindings;
    imageMessages = messages;
    isSettled = true;
    await Promise.allSettled(unneeded.map((hash) => blobs.remove(hash)));
    return { release: release && summaryOf(release), problems: problemsOf(told) };
  };

  return {
    site: () => site,
    findings: () => findings,
    use: (next) => (templates = next),
    take: async (step) => {
      try {
        return await take(step);
      } catch (error) {
        // The answers may be of content that never became the site's: begin again from what is.
        answers = openAnswers(siteSnapshot(site, config));
        throw error;
      }
    },
    plan: (content) => {
      const next = { ...site, content };
      const { plan } = planSite({
        shown: shownContent(next),
        content,
        receipts: site.receipts,
        answers: openAnswers(siteSnapshot(next, config)),
        suspects: null,
        templates: templates.renderer,
        keepTemplates: site.pinned !== null,
        retry: true,
      });
      return plan;
    },
  };
}

function revOf(content: ContentState, document: string): number | null {
  const rev = content.documents.get(document)?.data['rev'];
  return typeof rev === 'number' && Number.isInteger(rev) ? rev : null;
}

function diffReceipts(before: Site['receipts'], after: Site['receipts']) {
  return {
    set: [...after.values()].filter((receipt) => before.get(receipt.route) !== receipt),
    end: [...before.keys()].filter((route) => !after.has(route)),
  };
}

const withImages = (known: Site['images'], added: readonly ImageRecord[]): Site['images'] =>
  new Map([...known, ...added.map((record) => [record.address, record] as const)]);

function withMessages(
  before: ReadonlyMap<string, readonly string[]>,
  looked: ReadonlySet<string>,
  found: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  return new Map([...[...before].filter(([document]) => !looked.has(document)), ...found]);
}
