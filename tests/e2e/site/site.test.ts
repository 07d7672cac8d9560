import { afterAll, beforeAll } from 'vitest';
import { analyticsSuite } from './analytics.suite.ts';
import { embedsSuite } from './embeds.suite.ts';
import { emptySuite } from './empty.suite.ts';
import { gallerySuite, largeGallerySuite } from './gallery.suite.ts';
import { headSuite } from './head.suite.ts';
import { injectionSuite } from './injection.suite.ts';
import { menuSuite } from './menu.suite.ts';
import { pagesSuite } from './pages.suite.ts';
import { qualitySuite } from './quality.suite.ts';
import { unusualTextSuite } from './unusual-text.suite.ts';
import { shapesSuite } from './shapes.suite.ts';
import { startSite, type SiteUnderTest } from './site-under-test.ts';
import { viewerSuite } from './viewer.suite.ts';
import { visitorsSuite } from './visitors.suite.ts';

let running: SiteUnderTest | undefined;

const site = (): SiteUnderTest => {
  if (!running) throw new Error('The site has not been started');
  return running;
};

beforeAll(async () => {
  running = await startSite();
}, 300_000);

afterAll(() => running?.stop());

// These suites use the example content.
pagesSuite(site);
gallerySuite(site);
viewerSuite(site);
headSuite(site);
qualitySuite(site);
// These suites change content, and undo not all of it. The last one unpublishes nearly everything.
visitorsSuite(site);
menuSuite(site);
shapesSuite(site);
unusualTextSuite(site);
analyticsSuite(site);
embedsSuite(site);
largeGallerySuite(site);
injectionSuite(site);
emptySuite(site);
