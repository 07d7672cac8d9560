import type { SiteConfig } from '@frontage/model/content';
import { openAnswers, type Answers } from '../plan/answers.ts';
import { openReaders, type Readers } from '../plan/readers.ts';
import type { ImageUses } from '../sync/shown-images.ts';
import { lazily } from './lazily.ts';
import { shownContent, siteSnapshot, type Site } from './site.ts';

/** What makes the next step cheap; all of it can be made again from the site. */
export interface StepMemory {
  readonly answers: Answers;
  readonly readers: Readers;
  /** The images that documents show; null until they have been looked for. */
  uses: ImageUses | null;
  /** Images of which something else may be known than when a step was last taken. */
  news: Set<string>;
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
    { uses: null, news: new Set<string>(), isSettled: false },
  );
