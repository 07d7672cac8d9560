import type { Image, SiteConfig } from '@frontage/model/content';
import type { Answers } from '../plan/answers.ts';
import { planSite, type SitePlan } from '../plan/plan-site.ts';
import type { Readers } from '../plan/readers.ts';
import type { QueryResults } from '../render/record-content.ts';
import type { Renderer } from '../render/renderer.ts';
import { snapshotOf, type ContentState } from '../sync/content-state.ts';
import type { ImageDesk } from '../sync/image-desk.ts';
import type { ImageRecord } from '../sync/image-record.ts';
import { patchMap } from '../sync/patched-map.ts';
import type { Templates } from './render-site.ts';
import { shownContent, type Manifest, type Site } from './site.ts';

/** A site that is not, beside the one that is. */
export interface SimulatedSite {
  /** The site as it is. */
  site: Site;
  /** The base: the site, or the release it is pinned to. */
  base: Manifest;
  /** The content it would show. */
  shown: ContentState;
  answers: QueryResults;
  renderer: Renderer;
  /** Generated files of the proposed document's images. */
  ready: readonly ImageRecord[];
  /** The routes a step to it would render and remove. */
  plan(): SitePlan;
}

export interface Question {
  /** The document that is asked about; null where it is no single one. */
  document: string | null;
  /** Whether a site that is pinned to an earlier release stays so. */
  isPinned: boolean;
}

interface Known {
  site: Site;
  templates: Templates;
  desk: ImageDesk;
  config: SiteConfig;
  answers: Answers;
  /** Null where receipts and answers need not be of the same: all is compared then. */
  readers: Readers | null;
}

/** The site as it would be with other content. */
export function simulateSite(known: Known, content: ContentState, { document, isPinned }: Question): SimulatedSite {
  const { site, desk, config, readers } = known;
  const { renderer } = known.templates;
  const pinned = isPinned ? site.pinned : null;
  const base = pinned ?? site;
  const shown = shownContent({ content, pinned });
  // Uploads that are already processed are shown with their generated files.
  const ready = (content.uploads.get(document ?? '') ?? []).flatMap(({ address }) => desk.seen(address)?.record ?? []);
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
