import type { SiteConfig } from '@frontage/model/content';
import { openAnswers, type Answers } from '../plan/answers.ts';
import { openReaders, type Readers } from '../plan/readers.ts';
import type { ImageUses } from '../sync/shown-images.ts';
import { shownContent, siteSnapshot, type Site } from './site.ts';

/** What makes the next step cheap; all of it can be made again from the site. */
export interface StepMemory {
  answers: Answers;
  readers: Readers;
  /** The images that documents show; null until they have been looked for. */
  uses: ImageUses | null;
  /** Images of which something else may be known than when a step was last taken. */
  news: Set<string>;
  /** False until a step has compared everything: the answers may not be those the receipts are of. */
  isSettled: boolean;
}

export const remember = (site: Site, config: SiteConfig): StepMemory => ({
  answers: openAnswers(siteSnapshot(shownContent(site), { records: site.images, config })),
  readers: openReaders(site.receipts.values()),
  uses: null,
  news: new Set(),
  isSettled: false,
});
