import type { SiteConfig } from '@frontage/model/content';
import { openAnswers, type Answers } from '../plan/answers.ts';
import { openReaders, type Readers } from '../plan/readers.ts';
import type { ImageUses } from '../sync/shown-images.ts';
import { lazily } from './lazy-object.ts';
import { shownContent, siteSnapshot, type Site } from './site.ts';

/** Caches that make the next step cheap; all can be recomputed from the site. */
export interface StepMemory {
  readonly answers: Answers;
  readonly readers: Readers;
  /** The images that documents show; null until they have been looked for. */
  uses: ImageUses | null;
  /** Images of which something else may be known than when a step was last taken. */
  news: Set<string>;
  /** Documents that another writer has changed, and whose images no step here has looked for since. */
  unseen: Set<string>;
  /** False until a step has compared everything: the answers may not be those the receipts are of. */
  isSettled: boolean;
}

/** Answers and readers are of all that the site has: they are made when a step first needs them. */
export const remember = (site: Site, config: SiteConfig): StepMemory =>
  Object.assign(
    lazily<Pick<StepMemory, 'answers' | 'readers'>>({
      answers: () => openAnswers(siteSnapshot(shownContent(site), { records: site.images, config })),
      readers: () => openReaders(site.receipts.values()),
    }),
    { uses: null, news: new Set<string>(), unseen: new Set<string>(), isSettled: false },
  );
