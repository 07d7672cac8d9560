import { openBackOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { daySuite } from './day.suite.ts';
import { draftsOfKindsSuite } from './drafts-of-kinds.suite.ts';
import { draftsSuite } from './drafts.suite.ts';
import { noticesSuite } from './notices.suite.ts';
import { proposalsSuite } from './proposals.suite.ts';
import { undoSuite } from './undo.suite.ts';

/** Working copies: kept, shared, proposed, published, undone. */
runSuites(openBackOffice, {
  drafts: draftsSuite,
  'drafts of kinds': draftsOfKindsSuite,
  proposals: proposalsSuite,
  undo: undoSuite,
  notices: noticesSuite,
  'one day': daySuite,
});
