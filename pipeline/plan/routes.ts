import { sitePaths } from '@frontage/model/paths';
import { sitemapFileCount } from '@frontage/model/sitemap';
import type { Cell } from './cells.ts';
import type { Composition } from '../sync/compose.ts';

// The home page and the gallery, which every sitemap lists.
const fixedEntries = 2;

/** One thing to render. */
export interface Route {
  /** `/page/about`: what the site is asked for. */
  path: string;
  /** Where the bytes are served from, as files: `/page/about.html`, `/about.html`. */
  files: readonly string[];
  /** The answer that counts as rendered. */
  status: 200 | 404;
  /** The document the route stands for, where it is one. */
  document: string | null;
}

/** Where a route's bytes are served from. A page stands at two addresses. */
export function filesOf(path: string): string[] {
  if (path === sitePaths.home) return ['/index.html'];
  if (/\.[a-z]+$/.test(path)) return [path];
  const page = slugIn(path, sitePaths.page(''));
  return page === '' ? [`${path}.html`] : [`${path}.html`, `${sitePaths.shortPage(page)}.html`];
}

/** What decides which routes there are. */
export interface SiteShape {
  /** Routes the templates have without content. */
  fixed: readonly string[];
  content: Pick<Composition, 'pages' | 'demos'>;
}

/** Every route of the site, by path. */
export function routesOf(site: SiteShape): Map<string, Route> {
  const { pages, demos } = site.content;
  const paths = [
    ...site.fixed,
    ...[...pages.published.keys()].map(sitePaths.page),
    ...[...demos.published.keys()].map(sitePaths.demo),
    ...sitemapParts(site.content),
  ];
  return new Map(paths.flatMap((path) => routeAt(path, site) ?? []).map((route) => [route.path, route]));
}

/** The route at a path; null when the site has none there. */
export function routeAt(path: string, { fixed, content }: SiteShape): Route | null {
  const route = (document: string | null): Route => ({
    path,
    files: filesOf(path),
    status: path === '/404' ? 404 : 200,
    document,
  });
  const page = content.pages.published.get(slugIn(path, sitePaths.page('')));
  if (page) return route(`pages/${page.id}`);
  const demo = content.demos.published.get(slugIn(path, sitePaths.demo('')));
  if (demo) return route(`demo_pages/${demo.id}`);
  return fixed.includes(path) || sitemapParts(content).includes(path) ? route(null) : null;
}

/** Paths at which a change of these parts of the snapshot can make a route or end one. */
export function routesTouched(cells: Iterable<Cell>, contents: readonly SiteShape['content'][]): Set<string> {
  const touched = new Set(contents.flatMap(sitemapParts));
  for (const cell of cells) {
    const [map, slug = '*'] = cell.split(':', 2);
    if (slug === '*') continue;
    if (map === 'publishedPages') touched.add(sitePaths.page(slug));
    if (map === 'publishedDemos') touched.add(sitePaths.demo(slug));
  }
  return touched;
}

/** The files the sitemap is split into; none while one holds every entry. */
function sitemapParts({ pages, demos }: SiteShape['content']): string[] {
  const count = sitemapFileCount(fixedEntries + pages.published.size + demos.published.size);
  return count === 1 ? [] : Array.from({ length: count }, (_, index) => `/sitemap-${String(index + 1)}.xml`);
}

/** What follows a prefix; empty, which is no slug, where the path has another one. */
const slugIn = (path: string, prefix: string): string => (path.startsWith(prefix) ? path.slice(prefix.length) : '');

/** Why a route is no longer wanted, told from the document it stood for. */
export function whyGone(document: string | null, { values, pages, demos }: Composition): string {
  if (document === null) return 'no longer part of the site';
  const [collection, id] = document.split('/', 2) as [string, string];
  const value = collection === 'pages' ? values.pages.get(id) : values.demo_pages.get(id);
  if (value === undefined) return `${document} deleted or not valid`;
  if (!value.is_published) return `${document} unpublished`;
  const item = collection === 'pages' ? pages.all.get(id) : demos.all.get(id);
  return item === undefined ? `${document} left out` : `${document} moved to "${value.slug}"`;
}
