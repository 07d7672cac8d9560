import { openBackOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { draftsSuite } from './drafts.suite.ts';

/** Working copies: kept, shared, proposed, published. */
runSuites(openBackOffice, { drafts: draftsSuite });
