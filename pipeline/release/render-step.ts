import type { SiteConfig } from '@frontage/model/content';
import type { RenderCache } from '../render/render-cache.ts';
import type { Rendering } from '../render/progress.ts';
import { snapshotOf, type ContentState } from '../sync/content-state.ts';
import { changedKeys } from '../sync/patched-map.ts';
import type { Blobs } from './blobs.ts';
import type { findImages } from './find-images.ts';
import { renderSite, type RenderedSite, type Templates } from './render-site.ts';
import { shownContent, type Site } from './site.ts';
import type { StepMemory } from './step-memory.ts';
import type { Step } from './step.ts';

export interface TakeOptions {
  onProgress: (rendering: Rendering) => void;
  preempt: AbortSignal | null;
}

/** The content shown after a step, and the step's options. */
export interface StepInput extends TakeOptions {
  step: Step;
  pinned: Site['pinned'];
  shown: ContentState;
  images: Awaited<ReturnType<typeof findImages>>['found'];
  /** Whether all routes are compared. */
  isFull: boolean;
}

/** The inputs of a step. */
interface StepContext {
  site: Site;
  /** Answers for the current site, then for the step's content. */
  memory: StepMemory;
  templates: Templates;
  config: SiteConfig;
  blobs: Blobs;
  hash: (bytes: Uint8Array) => string;
  /** A step with this many routes to render can be preempted. */
  preemptThreshold: number;
  renderCache: RenderCache;
}

/** Renders the affected routes; returns the next files and receipts. */
export function renderStep(input: StepInput, context: StepContext): Promise<RenderedSite> {
  const { step, pinned, shown, isFull, images, preempt, onProgress } = input;
  const { site, memory, templates, config, blobs, hash, preemptThreshold, renderCache } = context;
  const { answers } = memory;
  const base = pinned ?? site;
  const { composition } = pinned?.content ?? shownContent(site);
  const isSwitch = pinned !== null || site.pinned !== null;
  const invalidated = answers.moveTo(snapshotOf(shown, { images: images.images, config }));
  const switched = changedKeys(site.receipts, base.receipts);
  for (const route of switched) memory.readers.replace(site.receipts.get(route), base.receipts.get(route));
  return renderSite({
    base,
    shown,
    content: step.content,
    keepTemplates: pinned !== null,
    retry: step.isFull || step.pin === null,
    since: isFull
      ? null
      : {
          invalidated,
          readers: memory.readers,
          doubtful: step.pin === null ? [...switched, ...outdatedAfterPin(site, templates)] : switched,
          statics: isSwitch ? null : { records: site.images, leaving: Object.keys(site.head?.leaving ?? {}) },
          addresses: composition.addresses,
        },
    answers,
    readers: memory.readers,
    images: images.records,
    templates,
    hash,
    keeping: blobs.together(),
    preemption: preempt && {
      signal: preempt,
      from: preemptThreshold,
      renderCache,
      isKept: (page) => blobs.holds(page, false),
    },
    onProgress,
  });
}

/** Routes to compare after unpinning, whose content may be unchanged: those of earlier templates and failed ones. */
function outdatedAfterPin({ receipts, failed }: Site, { renderer }: Templates): string[] {
  const earlier = [...receipts.values()].filter((receipt) => receipt.fingerprint !== renderer.fingerprint);
  return [...earlier.map(({ route }) => route), ...failed.keys()];
}
