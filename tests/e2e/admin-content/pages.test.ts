import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { addressesSuite } from './addresses.suite.ts';
import { historySuite } from './history.suite.ts';
import { keyboardEditingSuite } from './keyboard-editing.suite.ts';
import { pageEditorSuite } from './page-editor.suite.ts';
import { pagesInBulkSuite } from './pages-in-bulk.suite.ts';
import { pagesListSuite } from './pages-list.suite.ts';
import { dueSuite, scheduleSuite } from './schedule.suite.ts';
import { thousandsSuite } from './thousands.suite.ts';

/** Lists and editors of pages, addresses, schedules and history. */
runSuites(
  openContentOffice,
  {
    addresses: addressesSuite,
    schedule: scheduleSuite,
    'keyboard editing': keyboardEditingSuite,
    pages: pagesListSuite,
    'bulk actions': pagesInBulkSuite,
    'page editor': pageEditorSuite,
    history: historySuite,
    'thousands of pages': thousandsSuite,
    'due schedules': dueSuite,
  },
  { ci: ['bulk actions', 'thousands of pages'], full: ['addresses', 'keyboard editing'] },
);
