import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { conflictsSuite } from './conflicts.suite.ts';
import { imagesInTextSuite } from './images-in-text.suite.ts';
import { lazyChunksSuite } from './lazy-chunks.suite.ts';
import { leavingSuite } from './leaving.suite.ts';
import { textRecoverySuite } from './text-recovery.suite.ts';
import { concurrentEditingSuite } from './concurrent-editing.suite.ts';
import { uploadsSuite } from './uploads.suite.ts';

/** Uploads, failures and conflicts with an open editor. */
runSuites(
  openContentOffice,
  {
    uploads: uploadsSuite,
    'images in texts': imagesInTextSuite,
    'recovery of typed text': textRecoverySuite,
    'lazy chunks': lazyChunksSuite,
    leaving: leavingSuite,
    conflicts: conflictsSuite,
    'concurrent editing': concurrentEditingSuite,
  },
  { full: ['uploads', 'images in texts', 'lazy chunks', 'leaving'] },
);
