import { openBackOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { conflictsSuite } from './conflicts.suite.ts';
import { imagesInTextSuite } from './images-in-text.suite.ts';
import { latePartsSuite } from './late-parts.suite.ts';
import { leavingSuite } from './leaving.suite.ts';
import { neverLostSuite } from './never-lost.suite.ts';
import { togetherSuite } from './together.suite.ts';
import { uploadsSuite } from './uploads.suite.ts';

/** Uploads, failures and conflicts with an open editor. */
runSuites(openBackOffice, {
  uploads: uploadsSuite,
  'images in texts': imagesInTextSuite,
  'recovery of typed text': neverLostSuite,
  'lazy chunks': latePartsSuite,
  leaving: leavingSuite,
  conflicts: conflictsSuite,
  'concurrent editing': togetherSuite,
});
