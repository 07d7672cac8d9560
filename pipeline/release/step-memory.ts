import type { SiteConfig } from '@frontage/model/content';
import { openAnswers, type Answers } from '../plan/answers.ts';
import { openReaders, type Readers } from '../plan/readers.ts';
import type { ImageUses } from '../sync/shown-images.ts';
import { lazyObject } from './lazy-object.ts';
import { shownContent, siteSnapshot, type Site } from './site.ts';

/** Caches that make the next step cheap; all can be recomputed from the site. */
export interface StepMemory {
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
export const openStepMemory = (site: Site, config: SiteConfig): StepMemory =>
  Object.assign(
    lazyObject<Pick<StepMemory, 'answers' | 'readers'>>({
      answers: () => openAnswers(siteSnapshot(shownContent(site), { records: site.images, config })),
      readers: () => openReaders(site.receipts.values()),
    }),
    { uses: null, news: new Set<string>(), unseen: new Set<string>(), isSettled: false },
  );
