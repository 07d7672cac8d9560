import { openClaimedOffice } from '../office/office.ts';
import { runSuites } from '../office/run-suites.ts';
import { a11ySuite } from './a11y.suite.ts';
import { accessSuite } from './access.suite.ts';
import { accountSuite } from './account.suite.ts';
import { firstAdminSuite } from './first-admin.suite.ts';
import { region, regionSuite } from './region.suite.ts';
import { secondFactorSuite } from './second-factor.suite.ts';
import { signInSuite } from './sign-in.suite.ts';
import { signUpSuite } from './sign-up.suite.ts';

/** First administrator, sign-in, sign-up, account and second factor, and axe on all screens. */
runSuites(
  () => openClaimedOffice({ env: { FUNCTIONS_REGION: region } }),
  {
    'first administrator': firstAdminSuite,
    region: regionSuite,
    access: accessSuite,
    'sign in and out': signInSuite,
    'sign up': signUpSuite,
    'second factor': secondFactorSuite,
    account: accountSuite,
    accessibility: a11ySuite,
  },
  { ci: ['access', 'region', 'second factor', 'accessibility'], full: ['account'] },
);
