import { openClaimedOffice } from '../office/office.ts';
import { runSuites } from '../office/run-suites.ts';
import { auditSuite } from './audit.suite.ts';
import { brandingSuite } from './branding.suite.ts';
import { dashboardSuite } from './dashboard.suite.ts';
import { erasingSuite } from './erasing.suite.ts';
import { invitesSuite } from './invites.suite.ts';
import { layoutSuite } from './layout.suite.ts';
import { pinnedSuite } from './pinned.suite.ts';
import { searchSuite } from './search.suite.ts';
import { sessionSuite } from './session.suite.ts';
import { settingsEditingSuite } from './settings-editing.suite.ts';
import { settingsPicturesSuite } from './settings-pictures.suite.ts';
import { settingsSuite } from './settings.suite.ts';
import { shellSuite } from './shell.suite.ts';
import { usersSuite } from './users.suite.ts';

/** Session, the frame around every screen, dashboard, users, invites, settings and a pinned site. */
runSuites(
  openClaimedOffice,
  {
    layout: layoutSuite,
    session: sessionSuite,
    frame: shellSuite,
    dashboard: dashboardSuite,
    audit: auditSuite,
    'a pinned site': pinnedSuite,
    users: usersSuite,
    erasure: erasingSuite,
    invites: invitesSuite,
    search: searchSuite,
    settings: settingsSuite,
    'editing settings': settingsEditingSuite,
    'images of settings': settingsPicturesSuite,
    branding: brandingSuite,
  },
  {
    ci: ['audit', 'erasure', 'invites', 'editing settings'],
    full: ['search', 'dashboard', 'a pinned site', 'images of settings', 'branding'],
  },
);
