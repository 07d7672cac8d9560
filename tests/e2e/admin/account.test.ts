import { openClaimedOffice } from '../office/office.ts';
import { runSuites } from '../office/run-suites.ts';
import { a11ySuite } from './a11y.suite.ts';
import { accountSuite } from './account.suite.ts';
import { secondFactorSuite } from './second-factor.suite.ts';

/** Account and second factor, and axe on all screens. */
runSuites(
  openClaimedOffice,
  {
    'second factor': secondFactorSuite,
    account: accountSuite,
    accessibility: a11ySuite,
  },
  { ci: ['second factor', 'accessibility'], full: ['account'] },
);
