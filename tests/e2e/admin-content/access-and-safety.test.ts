import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { accessibleSuite } from './accessible.suite.ts';
import { injectionSuite } from './injection.suite.ts';
import { rolesSuite } from './roles.suite.ts';

/** Permissions, accessibility and injection. */
runSuites(
  openContentOffice,
  {
    roles: rolesSuite,
    accessibility: accessibleSuite,
    injection: injectionSuite,
  },
  { ci: ['roles', 'injection'], full: ['accessibility'] },
);
