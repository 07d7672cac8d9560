import type { Image, SiteConfig } from '@frontage/model/content';
import type { Answers } from '../plan/answers.ts';
import { planSite, type SitePlan } from '../plan/plan-site.ts';
import type { Readers } from '../plan/readers.ts';
import type { QueryResults } from '../render/record-content.ts';
import type { Renderer } from '../render/renderer.ts';
import { snapshotOf, type ContentState } from '../sync/content-state.ts';
import type { ImageInspector } from '../sync/image-inspector.ts';
import type { ImageRecord } from '../sync/image-record.ts';
import { patchMap } from '../sync/patched-map.ts';
import type { Templates } from './render-site.ts';
import { shownContent, type Manifest, type Site } from './site.ts';

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
  /** Generated files of the proposed document's images. */
  ready: readonly ImageRecord[];
  /** The routes that a step to the simulated site would render and remove. */
  plan(): SitePlan;
}

export interface Question {
  /** Path of the proposed document; null for several documents. */
  document: string | null;
  /** Whether a pinned site stays pinned. */
  isPinned: boolean;
}

interface CurrentSite {
  site: Site;
  templates: Templates;
  desk: ImageInspector;
  config: SiteConfig;
  answers: Answers;
  /** Null if receipts and answers may belong to different content: then everything is compared. */
  readers: Readers | null;
}

/** Simulates the site with other content. */
export function simulateSite(
  known: CurrentSite,
  content: ContentState,
  { document, isPinned }: Question,
): SimulatedSite {
  const { site, desk, config, readers } = known;
  const { renderer } = known.templates;
  const pinned = isPinned ? site.pinned : null;
  const base = pinned ?? site;
  const shown = shownContent({ content, pinned });
  // Uploads that are already processed are shown with their generated files.
  const ready = (content.uploads.get(document ?? '') ?? []).flatMap(
    ({ address }) => desk.resultOf(address)?.record ?? [],
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
    renderer,
    ready,
    plan: () =>
      planSite({
        shown,
        content,
        receipts: base.receipts,
        answers,
        templates: renderer,
        keepTemplates: pinned !== null,
        retry: false,
        since: readers && pinned === null ? { invalidated, readers, doubtful: [] } : null,
      }),
  };
}
