import { expect, it } from 'vitest';
import type { FileEntry } from '../site/files.ts';
import { applyRead, emptyContent } from '../sync/content-state.ts';
import { aPage } from '../sync/documents.fixture.ts';
import { HealthIndex } from './health-index.ts';
import { readPage } from './page-facts.ts';
import type { CheckedSite, HealthChange } from './site-facts.ts';

/** Pages by slug: their title, and the HTML of their content. */
type Pages = Record<string, { title: string; main: string }>;

const routeOf = (slug: string) => `/page/${slug}`;

function siteOf(pages: Pages): CheckedSite {
  const documents = Object.keys(pages).map((slug) => ({ path: `pages/${slug}`, data: aPage({ slug }), time: '1' }));
  const files = Object.keys(pages).map((slug): FileEntry => {
    const path = `${routeOf(slug)}.html`;
    return { path, hash: slug, size: 1, contentType: 'text/html', kind: 'page', route: routeOf(slug) };
  });
  return {
    files: new Map(files.map((file) => [file.path, file])),
    receipts: new Map(),
    shown: applyRead(emptyContent, { documents, at: '1' }).state,
    origin: 'http://site',
    otherOrigins: [],
  };
}

/** The change to a site with these pages from one with the pages `before`. */
function changeTo(pages: Pages, before: Pages = {}): HealthChange {
  const slugs = [...new Set([...Object.keys(before), ...Object.keys(pages)])];
  const facts = slugs.map((slug) => {
    const page = pages[slug];
    const html = page && `<title>${page.title}</title><nav>${slug}</nav><main id="m">${page.main}</main>`;
    return [routeOf(slug), html === undefined ? undefined : readPage(html)] as const;
  });
  return { site: siteOf(pages), pages: new Map(facts) };
}

const before: Pages = {
  home: { title: 'Home', main: '<h1>Home</h1><a href="/page/a#part">A</a> <a href="/page/b">B</a>' },
  a: { title: 'A', main: '<h1 id="part">A</h1>' },
  b: { title: 'B', main: '<h1>B</h1><a href="/page/a">A</a> <a href="https://else.where/">elsewhere</a>' },
};
const after: Pages = {
  home: before['home'] ?? { title: '', main: '' },
  a: { title: 'Home', main: '<h1>A</h1>' },
};

it('a branch has the findings of the index after the same change, and leaves the index as it was', () => {
  const index = new HealthIndex();
  index.apply(changeTo(before));
  index.check();
  index.takeChanges();

  const branch = index.branch();
  branch.apply(changeTo(after, before));
  branch.check();
  const imagined = branch.takeChanges();
  expect(imagined.added.map(({ rule, path }) => `${path} ${rule}`)).toEqual(
    expect.arrayContaining(['/page/home dead-anchor', '/page/home dead-link', '/page/a title-duplicate']),
  );
  index.check();
  expect(index.takeChanges()).toEqual({ removed: new Set(), added: [] });
  expect(index.page('/page/b')?.title).toBe('B');
  expect(index.externalLinks()).toEqual(['https://else.where/']);

  index.apply(changeTo(after, before));
  index.check();
  const { removed, added } = index.takeChanges();
  expect(added).toEqual(expect.arrayContaining([...imagined.added]));
  expect(added).toHaveLength(imagined.added.length);
  expect(removed).toEqual(imagined.removed);
  expect(index.externalLinks()).toEqual([]);
});
