import { openOffice } from '../office/office.ts';
import { runSuites } from '../office/run-suites.ts';
import { accessSuite } from './access.suite.ts';
import { firstAdminSuite } from './first-admin.suite.ts';
import { region, regionSuite } from './region.suite.ts';
import { signInSuite } from './sign-in.suite.ts';
import { signUpSuite } from './sign-up.suite.ts';

/** Ways in, from the first account of a fresh installation on. Waits for screens, and for sign-ins. */
runSuites(() => openOffice({ env: { FUNCTIONS_REGION: region } }), {
  'first administrator': firstAdminSuite,
  region: regionSuite,
  access: accessSuite,
  'sign in and out': signInSuite,
  'sign up': signUpSuite,
});
