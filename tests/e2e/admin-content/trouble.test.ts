import { openBackOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { conflictsSuite } from './conflicts.suite.ts';
import { imagesInTextSuite } from './images-in-text.suite.ts';
import { latePartsSuite } from './late-parts.suite.ts';
import { leavingSuite } from './leaving.suite.ts';
import { neverLostSuite } from './never-lost.suite.ts';
import { togetherSuite } from './together.suite.ts';
import { uploadsSuite } from './uploads.suite.ts';

/** Failures with an open editor. Waits for the screens and for drafts to be stored. */
runSuites(openBackOffice, {
  uploads: uploadsSuite,
  'images in a text': imagesInTextSuite,
  'nothing lost': neverLostSuite,
  'late parts': latePartsSuite,
  leaving: leavingSuite,
  conflicts: conflictsSuite,
  together: togetherSuite,
});
