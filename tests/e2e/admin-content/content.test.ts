import { afterAll, beforeAll, describe } from 'vitest';
import { accessibleSuite } from './accessible.suite.ts';
import { openBackOffice, type BackOffice } from './back-office.ts';
import { conflictsSuite } from './conflicts.suite.ts';
import { demosSuite } from './demos.suite.ts';
import { injectionSuite } from './injection.suite.ts';
import { journeySuite } from './journey.suite.ts';
import { neverLostSuite } from './never-lost.suite.ts';
import { pagesSuite } from './pages.suite.ts';
import { rolesSuite } from './roles.suite.ts';
import { sectionsSuite } from './sections.suite.ts';
import { thousandSuite } from './thousand.suite.ts';
import { uploadsSuite } from './uploads.suite.ts';

// One installation for all of them: starting one takes longer than most of these tests.
let opened: BackOffice;
const office = () => opened;

beforeAll(async () => {
  opened = await openBackOffice();
});
afterAll(() => opened?.close());

const suites = {
  journey: journeySuite,
  pages: pagesSuite,
  sections: sectionsSuite,
  demos: demosSuite,
  roles: rolesSuite,
  uploads: uploadsSuite,
  'nothing lost': neverLostSuite,
  conflicts: conflictsSuite,
  accessibility: accessibleSuite,
  injection: injectionSuite,
  'a thousand pages': thousandSuite,
};

for (const [name, suite] of Object.entries(suites)) describe(name, () => suite(office));
