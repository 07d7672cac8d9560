import { sitePaths } from '@frontage/model/paths';
import { sitemapFileCount } from '@frontage/model/sitemap';
import type { Composition } from '../sync/compose.ts';

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
  const page = path.startsWith(sitePaths.page('')) ? path.slice(sitePaths.page('').length) : null;
  return page === null ? [`${path}.html`] : [`${path}.html`, `${sitePaths.shortPage(page)}.html`];
}

/** Every route of the site by path: the `fixed` ones its templates have without content, and those content asks for. */
export function routesOf(
  fixed: readonly string[],
  { pages, demos }: Pick<Composition, 'pages' | 'demos'>,
): Map<string, Route> {
  const routes = new Map<string, Route>();
  const add = (path: string, document: string | null): void => {
    routes.set(path, { path, files: filesOf(path), status: path === '/404' ? 404 : 200, document });
  };
  for (const path of fixed) add(path, null);
  for (const [slug, { id }] of pages.published) add(sitePaths.page(slug), `pages/${id}`);
  for (const [slug, { id }] of demos.published) add(sitePaths.demo(slug), `demo_pages/${id}`);
  for (const path of sitemapParts(2 + pages.published.size + demos.published.size)) add(path, null);
  return routes;
}

/** The files a sitemap of so many entries is split into; none while one holds them all. */
function sitemapParts(entries: number): string[] {
  const count = sitemapFileCount(entries);
  return count === 1 ? [] : Array.from({ length: count }, (_, index) => `/sitemap-${String(index + 1)}.xml`);
}

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
