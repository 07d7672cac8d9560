import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { blocksInTextSuite } from './blocks-in-text.suite.ts';
import { keyboardWritingSuite } from './keyboard-writing.suite.ts';
import { linksSuite } from './links.suite.ts';
import { visualCollaborationSuite } from './visual-collaboration.suite.ts';
import { visualEditorSuite } from './visual-editor.suite.ts';

/** The visual editor of Markdown fields, and blocks and links in both editors. */
runSuites(
  openContentOffice,
  {
    'visual editor': visualEditorSuite,
    'blocks in a text': blocksInTextSuite,
    'writing by keyboard': keyboardWritingSuite,
    collaboration: visualCollaborationSuite,
    links: linksSuite,
  },
  { ci: ['links'], full: ['blocks in a text', 'collaboration'] },
);
