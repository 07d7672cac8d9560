import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { blocksInTextSuite } from './blocks-in-text.suite.ts';
import { keyboardWritingSuite } from './keyboard-writing.suite.ts';
import { linksSuite } from './links.suite.ts';
import { textBlocksSuite } from './text-blocks.suite.ts';
import { textUndoSuite } from './text-undo.suite.ts';
import { visualCollaborationSuite } from './visual-collaboration.suite.ts';

/** Undo, paste, blocks and links in the two editors of a text, by keyboard and with two users. */
runSuites(
  openContentOffice,
  {
    'undo in a text': textUndoSuite,
    'blocks and paste': textBlocksSuite,
    'blocks in a text': blocksInTextSuite,
    'writing by keyboard': keyboardWritingSuite,
    collaboration: visualCollaborationSuite,
    links: linksSuite,
  },
  { ci: ['links'], full: ['writing by keyboard', 'blocks in a text', 'collaboration'] },
);
