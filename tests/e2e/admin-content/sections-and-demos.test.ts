import { openBackOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { demoEditorSuite } from './demo-editor.suite.ts';
import { demosListSuite } from './demos-list.suite.ts';
import { sectionEditorSuite } from './section-editor.suite.ts';
import { sectionsListSuite } from './sections-list.suite.ts';

/** Sections and demos: their lists and editors. Waits for the screens. */
runSuites(openBackOffice, {
  sections: sectionsListSuite,
  'section editor': sectionEditorSuite,
  demos: demosListSuite,
  'demo editor': demoEditorSuite,
});
