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

/** Lists and editors of pages, addresses, schedules and history. */
runSuites(openBackOffice, {
  addresses: addressesSuite,
  schedule: scheduleSuite,
  'keyboard editing': journeySuite,
  pages: pagesListSuite,
  'bulk actions': pagesInBulkSuite,
  'page editor': pageEditorSuite,
  history: historySuite,
  'a thousand pages': thousandSuite,
  'due schedules': dueSuite,
});
