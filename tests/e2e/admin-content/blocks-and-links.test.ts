import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { blocksInTextSuite } from './blocks-in-text.suite.ts';
import { keyboardWritingSuite } from './keyboard-writing.suite.ts';
import { linksSuite } from './links.suite.ts';
import { visualCollaborationSuite } from './visual-collaboration.suite.ts';

/** Blocks and links in the visual and the source editor, by keyboard and with two users. */
runSuites(
  openContentOffice,
  {
    'blocks in a text': blocksInTextSuite,
    'writing by keyboard': keyboardWritingSuite,
    collaboration: visualCollaborationSuite,
    links: linksSuite,
  },
  { ci: ['writing by keyboard', 'links'], full: ['blocks in a text', 'collaboration'] },
);
