import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { previewTabSuite } from './preview-tab.suite.ts';
import { impactSuite } from './impact.suite.ts';
import { synchronizedScrollingSuite } from './synchronized-scrolling.suite.ts';
import { previewConcurrencySuite } from './preview-concurrency.suite.ts';
import { previewFailuresSuite } from './preview-failures.suite.ts';

/** Impact, and rarer tests of the live preview. */
runSuites(
  openContentOffice,
  {
    'unavailable preview': previewFailuresSuite,
    'synchronized scrolling': synchronizedScrollingSuite,
    'preview tab': previewTabSuite,
    impact: impactSuite,
    'concurrent events': previewConcurrencySuite,
  },
  { full: ['unavailable preview', 'synchronized scrolling', 'preview tab', 'impact', 'concurrent events'] },
);
