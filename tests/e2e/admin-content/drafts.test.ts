import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { editorialWorkflowSuite } from './editorial-workflow.suite.ts';
import { draftsOfKindsSuite } from './drafts-of-kinds.suite.ts';
import { draftsSuite } from './drafts.suite.ts';
import { newDocumentsSuite } from './new-documents.suite.ts';
import { noticesSuite } from './notices.suite.ts';
import { proposalsSuite } from './proposals.suite.ts';
import { undoSuite } from './undo.suite.ts';

/** Drafts, proposals, undo and notices. */
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
  },
  { ci: ['proposals'], full: ['new documents', 'undo', 'notices'] },
);
