import { openBackOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { addressesSuite } from './addresses.suite.ts';
import { historySuite } from './history.suite.ts';
import { journeySuite } from './journey.suite.ts';
import { pageEditorSuite } from './page-editor.suite.ts';
import { pagesInBulkSuite } from './pages-in-bulk.suite.ts';
import { pagesListSuite } from './pages-list.suite.ts';
import { dueSuite, scheduleSuite } from './schedule.suite.ts';
import { thousandSuite } from './thousand.suite.ts';

/** Pages: lists, editors, addresses, and a thousand of them. Waits for screens and releases. */
runSuites(openBackOffice, {
  addresses: addressesSuite,
  schedule: scheduleSuite,
  journey: journeySuite,
  pages: pagesListSuite,
  'many pages': pagesInBulkSuite,
  'page editor': pageEditorSuite,
  history: historySuite,
  'a thousand pages': thousandSuite,
  'what was scheduled': dueSuite,
});
