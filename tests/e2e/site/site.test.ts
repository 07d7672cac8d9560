import { analyticsSuite } from './analytics.suite.ts';
import { embedsSuite } from './embeds.suite.ts';
import { emptySuite } from './empty.suite.ts';
import { gallerySuite, largeGallerySuite } from './gallery.suite.ts';
import { headSuite } from './head.suite.ts';
import { injectionSuite } from './injection.suite.ts';
import { menuSuite } from './menu.suite.ts';
import { runSuites } from '../office/run-suites.ts';
import { pagesSuite } from './pages.suite.ts';
import { qualitySuite } from './quality.suite.ts';
import { unusualTextSuite } from './unusual-text.suite.ts';
import { shapesSuite } from './shapes.suite.ts';
import { startSite } from './site-under-test.ts';
import { viewerSuite } from './viewer.suite.ts';
import { visitorsSuite } from './visitors.suite.ts';

/** The site as visitors see it. */
runSuites(startSite, {
  pages: pagesSuite,
  gallery: gallerySuite,
  viewer: viewerSuite,
  head: headSuite,
  quality: qualitySuite,
  visitors: visitorsSuite,
  menu: menuSuite,
  shapes: shapesSuite,
  'unusual text': unusualTextSuite,
  analytics: analyticsSuite,
  embeds: embedsSuite,
  'large gallery': largeGallerySuite,
  injection: injectionSuite,
  'empty site': emptySuite,
});
