import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { imagesInTextSuite } from './images-in-text.suite.ts';
import { lazyChunksSuite } from './lazy-chunks.suite.ts';
import { leavingSuite } from './leaving.suite.ts';
import { uploadsSuite } from './uploads.suite.ts';

/** Uploads, failures and unsaved changes of an open editor. */
runSuites(
  openContentOffice,
  {
    uploads: uploadsSuite,
    'images in texts': imagesInTextSuite,
    'lazy chunks': lazyChunksSuite,
    leaving: leavingSuite,
  },
  { full: ['uploads', 'images in texts', 'lazy chunks', 'leaving'] },
);
