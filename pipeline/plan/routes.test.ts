import { describe, expect, it } from 'vitest';
import { applyRead, emptyContent } from '../sync/content-state.ts';
import { aDemo, anEmbed, aPage, aSetting } from '../sync/documents.fixture.ts';
import { filesOf, routeAt, routesOf, routesTouched } from './routes.ts';

it.each([
  ['/', ['/index.html']],
  ['/demos', ['/demos.html']],
  ['/404', ['/404.html']],
  ['/robots.txt', ['/robots.txt']],
  ['/sitemap.xml', ['/sitemap.xml']],
  ['/assets/site.css', ['/assets/site.css']],
  ['/page/about', ['/page/about.html', '/about.html']],
  ['/demo/ada', ['/demo/ada.html']],
])('%s is served from %j', (path, files) => {
  expect(filesOf(path)).toEqual(files);
});

const contentOf = (pages: number) => {
  const documents = Array.from({ length: pages }, (_, index) => ({
    path: `pages/p${String(index)}`,
    data: aPage({ slug: `p${String(index)}` }),
    time: 't',
  }));
  const demo = { path: 'demo_pages/d', data: aDemo({ slug: 'ada' }), time: 't' };
  const embed = { path: 'demo_embeds/d', data: anEmbed(), time: 't' };
  return applyRead(emptyContent, { documents: [...documents, demo, embed], at: 't' }).state.composition;
};
const fixed = ['/', '/404', '/sitemap.xml'];

it('lists the routes of templates and content', () => {
  const content = contentOf(2);
  expect(
    [...routesOf({ fixed, content }).values()].map(({ path, status, document }) => [path, status, document]),
  ).toEqual([
    ['/', 200, null],
    ['/404', 404, null],
    ['/sitemap.xml', 200, null],
    ['/page/p0', 200, 'pages/p0'],
    ['/page/p1', 200, 'pages/p1'],
    ['/demo/ada', 200, 'demo_pages/d'],
  ]);
});

it.each([
  [1_999, []],
  [2_000, '0000 0001 001 0100 0101 011 100 101 1100 1101 1110 1111 main'.split(' ')],
])('splits a sitemap of %i pages and a demo into the parts %j', (pages, parts) => {
  const routes = routesOf({ fixed, content: contentOf(pages) });
  const found = [...routes.keys()].filter((path) => path.startsWith('/sitemap-')).sort();
  expect(found).toEqual(parts.map((part) => `/sitemap-${part}.xml`));
});

it.each([contentOf(3), contentOf(2_000)])('routeAt finds the same routes as routesOf', (content) => {
  const site = { fixed, content };
  for (const [path, route] of routesOf(site)) expect(routeAt(path, site)).toEqual(route);
  for (const path of ['/page/none', '/demo/p0', '/page/', '/nowhere', '/sitemap-.xml', '/sitemap-00.xml']) {
    expect(routeAt(path, site)).toBeNull();
  }
});

describe('the search page, its index and the feed', () => {
  const offered = (visitors: object, slug = 'about') => {
    const { composition: content } = applyRead(emptyContent, {
      documents: [
        { path: 'pages/p', data: aPage({ slug }), time: 't' },
        { path: 'site_settings/visitors', data: aSetting({ language: null, ...visitors }), time: 't' },
      ],
      at: 't',
    }).state;
    const site = { fixed: ['/search', '/feed.xml'], content };
    const paths = [...routesOf(site).keys()].filter((path) => !path.startsWith('/page/'));
    for (const path of ['/search', '/feed.xml', '/search/starts.txt', '/search/w-.txt', '/search/none.txt'])
      expect(routeAt(path, site) !== null).toBe(paths.includes(path));
    return paths.sort();
  };
  const index = ['/search', '/search/r-.txt', '/search/starts.txt', '/search/w-.txt'];

  it.each([
    [{ search_enabled: false, feed_enabled: false }, []],
    [{ search_enabled: true, feed_enabled: false }, index],
    [{ search_enabled: false, feed_enabled: true }, ['/feed.xml']],
  ])('with %j are %j', (visitors, paths) => {
    expect(offered(visitors)).toEqual(paths);
  });

  it('leave their address to a page that had it before', () => {
    expect(offered({ search_enabled: true, feed_enabled: true }, 'search')).toEqual(['/feed.xml']);
  });
});

it('maps changed cells to the routes that they may add or remove', () => {
  const cells = [
    'publishedPages:a',
    'publishedPages:*',
    'publishedDemos:b',
    'settings',
    'sitemap:',
    'sitemap:01',
    'search:w-abc',
    'search:starts',
  ];
  expect([...routesTouched(cells)]).toEqual([
    '/page/a',
    '/demo/b',
    '/feed.xml',
    '/news',
    '/news/feed.xml',
    '/sitemap-main.xml',
    '/sitemap-01.xml',
    '/search/w-abc.txt',
    '/search/starts.txt',
    '/search',
  ]);
});
