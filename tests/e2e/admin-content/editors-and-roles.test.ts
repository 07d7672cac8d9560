import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { accessibleSuite } from './accessible.suite.ts';
import { actionsSuite } from './actions.suite.ts';
import { barSuite } from './bar.suite.ts';
import { demoEditorSuite } from './demo-editor.suite.ts';
import { demosListSuite } from './demos-list.suite.ts';
import { frameSuite } from './frame.suite.ts';
import { injectionSuite } from './injection.suite.ts';
import { previewLooksSuite } from './preview-looks.suite.ts';
import { previewSuite } from './preview.suite.ts';
import { rolesSuite } from './roles.suite.ts';
import { sectionEditorSuite } from './section-editor.suite.ts';
import { sectionsListSuite } from './sections-list.suite.ts';

/**
 * Lists and editors of sections and demos, the frame of every editor, the live preview, permissions, accessibility and
 * injection.
 */
runSuites(
  openContentOffice,
  {
    frame: frameSuite,
    bar: barSuite,
    actions: actionsSuite,
    sections: sectionsListSuite,
    'section editor': sectionEditorSuite,
    demos: demosListSuite,
    'demo editor': demoEditorSuite,
    preview: previewSuite,
    'looks of the preview': previewLooksSuite,
    roles: rolesSuite,
    accessibility: accessibleSuite,
    injection: injectionSuite,
  },
  { ci: ['bar', 'roles', 'injection'], full: ['frame', 'actions', 'sections', 'demos', 'accessibility'] },
);
