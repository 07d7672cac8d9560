import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { mediaSuite } from './media.suite.ts';

/** The media library, and the dialog in which editors choose from it. */
runSuites(openContentOffice, { media: mediaSuite }, { ci: ['media'] });
