import { openContentOffice } from '../office/content-office.ts';
import { runSuites } from '../office/run-suites.ts';
import { healthSuite } from './health.suite.ts';

/** Findings about the live site. */
runSuites(openContentOffice, { health: healthSuite }, { ci: ['health'] });
