import { afterAll, beforeAll, describe } from 'vitest';
import { a11ySuite } from './a11y.suite.ts';
import { accessSuite } from './access.suite.ts';
import { accountSuite } from './account.suite.ts';
import { dashboardSuite } from './dashboard.suite.ts';
import { firstAdminSuite } from './first-admin.suite.ts';
import { invitesSuite } from './invites.suite.ts';
import { openOffice, type Office } from '../office/office.ts';
import { pinnedSuite } from './pinned.suite.ts';
import { region, regionSuite } from './region.suite.ts';
import { sessionSuite } from './session.suite.ts';
import { settingsSuite } from './settings.suite.ts';
import { shellSuite } from './shell.suite.ts';
import { signInSuite } from './sign-in.suite.ts';
import { signUpSuite } from './sign-up.suite.ts';
import { usersSuite } from './users.suite.ts';

// One installation for all of them: starting one takes longer than most of these tests. The first needs it fresh.
let opened: Office;
const office = () => opened;

beforeAll(async () => {
  opened = await openOffice({ FUNCTIONS_REGION: region });
});
afterAll(() => opened?.close());

const suites = {
  'first administrator': firstAdminSuite,
  region: regionSuite,
  access: accessSuite,
  'sign in and out': signInSuite,
  'sign up': signUpSuite,
  dashboard: dashboardSuite,
  'a pinned site': pinnedSuite,
  users: usersSuite,
  invites: invitesSuite,
  settings: settingsSuite,
  account: accountSuite,
  session: sessionSuite,
  frame: shellSuite,
  accessibility: a11ySuite,
};

for (const [name, suite] of Object.entries(suites)) describe(name, () => suite(office));
