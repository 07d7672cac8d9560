import { openClaimedOffice } from '../office/office.ts';
import { runSuites } from '../office/run-suites.ts';
import { dashboardSuite } from './dashboard.suite.ts';
import { erasingSuite } from './erasing.suite.ts';
import { invitesSuite } from './invites.suite.ts';
import { pinnedSuite } from './pinned.suite.ts';
import { settingsEditingSuite } from './settings-editing.suite.ts';
import { settingsPicturesSuite } from './settings-pictures.suite.ts';
import { settingsSuite } from './settings.suite.ts';
import { usersSuite } from './users.suite.ts';

/** Administration. Waits for screens and for a rollback. */
runSuites(openClaimedOffice, {
  dashboard: dashboardSuite,
  'a pinned site': pinnedSuite,
  users: usersSuite,
  erasing: erasingSuite,
  invites: invitesSuite,
  settings: settingsSuite,
  'the edit of settings': settingsEditingSuite,
  'pictures of the settings': settingsPicturesSuite,
});
