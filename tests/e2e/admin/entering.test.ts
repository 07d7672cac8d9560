import { openOffice } from '../office/office.ts';
import { runSuites } from '../office/run-suites.ts';
import { accessSuite } from './access.suite.ts';
import { firstAdminSuite } from './first-admin.suite.ts';
import { region, regionSuite } from './region.suite.ts';
import { signInSuite } from './sign-in.suite.ts';
import { signUpSuite } from './sign-up.suite.ts';

/** First administrator, sign-in and sign-up on a new installation. */
runSuites(
  () => openOffice({ env: { FUNCTIONS_REGION: region } }),
  {
    'first administrator': firstAdminSuite,
    region: regionSuite,
    access: accessSuite,
    'sign in and out': signInSuite,
    'sign up': signUpSuite,
  },
  { ci: ['access', 'region'] },
);
