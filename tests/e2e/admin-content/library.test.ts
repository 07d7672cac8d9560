import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { healthSuite } from './health.suite.ts';
import { mediaSuite } from './media.suite.ts';
import { pageStructureSuite } from './page-structure.suite.ts';

/** Findings about the live site, the media library, and the tree of pages. The last suite deletes all pages. */
runSuites(
  openContentOffice,
  { health: healthSuite, media: mediaSuite, 'page structure': pageStructureSuite },
  { ci: ['health', 'media', 'page structure'] },
);
