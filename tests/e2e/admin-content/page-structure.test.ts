import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { pageStructureSuite } from './page-structure.suite.ts';

/** The tree of pages, the menu, filters and views. */
runSuites(openContentOffice, { 'page structure': pageStructureSuite }, { ci: ['page structure'] });
