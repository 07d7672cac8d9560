import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { textBlocksSuite } from './text-blocks.suite.ts';
import { textUndoSuite } from './text-undo.suite.ts';

/** Undo, paste and blocks in the two editors of a text. */
runSuites(openContentOffice, { 'undo in a text': textUndoSuite, 'blocks and paste': textBlocksSuite });
