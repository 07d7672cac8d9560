import { afterAll, beforeAll, describe } from 'vitest';
import { accessibleSuite } from './accessible.suite.ts';
import { openBackOffice, type BackOffice } from '../office/content-office.ts';
import { conflictsSuite } from './conflicts.suite.ts';
import { demoEditorSuite } from './demo-editor.suite.ts';
import { demosListSuite } from './demos-list.suite.ts';
import { injectionSuite } from './injection.suite.ts';
import { journeySuite } from './journey.suite.ts';
import { neverLostSuite } from './never-lost.suite.ts';
import { pageEditorSuite } from './page-editor.suite.ts';
import { pagesListSuite } from './pages-list.suite.ts';
import { rolesSuite } from './roles.suite.ts';
import { sectionEditorSuite } from './section-editor.suite.ts';
import { sectionsListSuite } from './sections-list.suite.ts';
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
  pages: pagesListSuite,
  'page editor': pageEditorSuite,
  sections: sectionsListSuite,
  'section editor': sectionEditorSuite,
  demos: demosListSuite,
  'demo editor': demoEditorSuite,
  roles: rolesSuite,
  uploads: uploadsSuite,
  'nothing lost': neverLostSuite,
  conflicts: conflictsSuite,
  accessibility: accessibleSuite,
  injection: injectionSuite,
  'a thousand pages': thousandSuite,
};

for (const [name, suite] of Object.entries(suites)) describe(name, () => suite(office));
