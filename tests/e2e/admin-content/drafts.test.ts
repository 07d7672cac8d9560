import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { concurrentEditingSuite } from './concurrent-editing.suite.ts';
import { conflictsSuite } from './conflicts.suite.ts';
import { draftsOfKindsSuite } from './drafts-of-kinds.suite.ts';
import { draftsSuite } from './drafts.suite.ts';
import { editorialWorkflowSuite } from './editorial-workflow.suite.ts';
import { newDocumentsSuite } from './new-documents.suite.ts';
import { noticesSuite } from './notices.suite.ts';
import { proposalsSuite } from './proposals.suite.ts';
import { textRecoverySuite } from './text-recovery.suite.ts';
import { undoSuite } from './undo.suite.ts';
import { visualEditorSuite } from './visual-editor.suite.ts';

/** Drafts, proposals, undo and conflicts, and the visual editor, in which they are typed. */
runSuites(
  openContentOffice,
  {
    'new documents': newDocumentsSuite,
    drafts: draftsSuite,
    'drafts of kinds': draftsOfKindsSuite,
    proposals: proposalsSuite,
    undo: undoSuite,
    notices: noticesSuite,
    'editorial workflow': editorialWorkflowSuite,
    'recovery of typed text': textRecoverySuite,
    conflicts: conflictsSuite,
    'concurrent editing': concurrentEditingSuite,
    'visual editor': visualEditorSuite,
  },
  { ci: ['proposals'], full: ['new documents', 'undo', 'notices'] },
);
