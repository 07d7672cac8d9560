import { openBackOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { fullPageSuite } from './full-page.suite.ts';
import { impactSuite } from './impact.suite.ts';
import { inStepSuite } from './in-step.suite.ts';
import { previewLooksSuite } from './preview-looks.suite.ts';
import { previewNeighboursSuite } from './preview-neighbours.suite.ts';
import { previewTroubleSuite } from './preview-trouble.suite.ts';
import { previewSuite } from './preview.suite.ts';

/** Live preview and impact. */
runSuites(openBackOffice, {
  preview: previewSuite,
  'unavailable preview': previewTroubleSuite,
  'synchronized scrolling': inStepSuite,
  'preview tab': fullPageSuite,
  impact: impactSuite,
  'concurrent events': previewNeighboursSuite,
  looks: previewLooksSuite,
});
