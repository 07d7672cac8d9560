import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { campaignSuite } from './campaign.suite.ts';
import { calendarSuite } from './calendar.suite.ts';
import { launchesSuite } from './launches.suite.ts';

/** Launches: several documents published, seen and taken back as one. */
runSuites(
  openContentOffice,
  { launches: launchesSuite, 'a campaign': campaignSuite, 'the calendar': calendarSuite },
  { ci: ['launches'], full: ['the calendar'] },
);
