import type { SiteConfig } from '@frontage/model/content';
import type { Image } from '@frontage/model/uploads';
import { type Answers, createAnswers } from '../plan/answers.ts';
import { planSite, type SitePlan } from '../plan/plan-site.ts';
import type { Readers } from '../plan/readers.ts';
import type { QueryResults } from '../render/record-content.ts';
import type { Renderer } from '../render/renderer.ts';
import type { RenderThreads } from '../render/threads.ts';
import { type ContentState, snapshotOf } from '../sync/content-state.ts';
import type { ImageInspector } from '../sync/image-inspector.ts';
import type { ImageRecord } from '../sync/image-library.ts';
import { patchMap } from '../sync/patched-map.ts';
import type { Plan } from '../plan/plan.ts';
import { filesOf } from '../plan/routes.ts';
import { publicImages } from '../sync/image-addresses.ts';
import { shownImages } from '../sync/shown-images.ts';
import { type Manifest, shownContent, type Site } from './site.ts';
import { type PlannedRedirect, plannedRedirects } from './next-redirects.ts';

/** A simulated site, together with the current one. */
export interface SimulatedSite {
  /** The current site. */
  site: Site;
  /** The base: the site, or the release it is pinned to. */
  base: Manifest;
  /** The content that the simulated site shows. */
  shown: ContentState;
  answers: QueryResults;
  renderer: Renderer;
  /** Null if the main thread renders all pages. */
  threads: RenderThreads | null;
  /** Generated files of the proposed documents' images. */
  ready: readonly ImageRecord[];
  /** The routes that a step to the simulated site would render and remove. */
  plan(): SitePlan;
}

export interface Question {
  /** Paths of the proposed documents. */
  documents: Iterable<string>;
  /** Whether a pinned site stays pinned. */
  isPinned: boolean;
}

interface CurrentSite {
  site: Site;
  templates: { renderer: Renderer; threads: RenderThreads | null };
  inspector: ImageInspector;
  config: SiteConfig;
  answers: Answers;
  /** Null if receipts and answers may belong to different content: then everything is compared. */
  readers: Readers | null;
}

/** Simulates the site with other content. */
export function simulateSite(
  known: CurrentSite,
  content: ContentState,
  { documents, isPinned }: Question,
): SimulatedSite {
  const { site, templates, inspector, config, readers } = known;
  const pinned = isPinned ? site.pinned : null;
  const base = pinned ?? site;
  const shown = shownContent({ content, pinned });
  // Uploads that are already processed are shown with their generated files.
  const ready = [...documents].flatMap((document) =>
    (content.uploads.get(document) ?? []).flatMap(({ address }) => inspector.resultOf(address)?.record ?? []),
  );
  const shownReady = ready.map(({ address, image }): [string, Image] => [address, image]);
  const { answers, invalidated } = known.answers.branch(({ images }) =>
    snapshotOf(shown, { config, images: patchMap(images, shownReady) }),
  );
  return {
    site,
    base,
    shown,
    answers,
    ...templates,
    ready,
    plan: () =>
      planSite({
        shown,
        content,
        receipts: base.receipts,
        answers,
        templates: templates.renderer,
        keepTemplates: pinned !== null,
        retry: false,
        since: readers && pinned === null ? { invalidated, readers, doubtful: [] } : null,
      }),
  };
}

/** The plan of a step. */
export interface ReleasePlan extends Plan {
  redirects: PlannedRedirect[];
}

interface PlannedSite {
  site: Site;
  renderer: Renderer;
  inspector: ImageInspector;
  config: SiteConfig;
  /** Actual names of the site's buckets. */
  buckets: ReadonlySet<string>;
}

/** Plans a full step from the current site to this content. */
export function planRelease(
  { site, renderer, inspector, config, buckets }: PlannedSite,
  content: ContentState,
): ReleasePlan {
  const shown = shownContent({ content, pinned: site.pinned });
  const { images } = shownImages(publicImages(shown, buckets, null), (address) => inspector.resultOf(address));
  const { plan } = planSite({
    shown,
    content,
    receipts: site.receipts,
    answers: createAnswers(snapshotOf(shown, { images, config })),
    templates: renderer,
    keepTemplates: site.pinned !== null,
    retry: true,
    since: null,
  });
  const routes = [...plan.keep, ...plan.render.map(({ route }) => route)];
  const paths = new Set([...routes.flatMap(filesOf), ...site.staticFiles.keys()]);
  const { addresses } = shown.composition;
  return { ...plan, redirects: plannedRedirects(site.files, { paths, addresses, origin: config.origin }) };
}
