import {
  archiveAt,
  archivePath,
  feedPath,
  isOn,
  kindOf,
  kinds,
  pathOf,
  pathsOf,
  slugAt,
  type SlugKind,
  slugKinds,
  hasSlugs,
} from '@frontage/model/kinds/kinds';
import { archiveFilter, archivePageOf, listName, parsePartKey, partKey } from '@frontage/model/lists';
import { sitePaths } from '@frontage/model/paths';
import { searchStarts } from '@frontage/model/search';
import { fixedPart, onlyPart } from '@frontage/model/sitemap';
import type { Cell } from './cells.ts';
import { type Composition, documentsOf } from '../sync/compose.ts';
import { detachString } from '../sync/detach-strings.ts';

/** One rendered resource of the site: a page, a style sheet, a sitemap or robots.txt. */
export interface Route {
  /** The requested path, such as `/page/about`. */
  path: string;
  /** The files that contain the rendered bytes, such as `/page/about.html` and `/about.html`. */
  files: readonly string[];
  /** The HTTP status of a successful render. */
  status: 200 | 404;
  /** Path of the document that the route shows; null for a route without a document. */
  document: string | null;
}

/** The files that contain a route's bytes. A content page has two addresses and so two files. */
export function filesOf(path: string): string[] {
  if (path === sitePaths.home) return ['/index.html'];
  if (/\.[a-z]+$/.test(path)) return [path];
  const found = slugAt(path);
  // Pages of an archive are below the path of its documents.
  const isDocument = found !== null && found.slug !== '' && !found.slug.includes('/');
  return (isDocument ? pathsOf(found.kind, found.slug) : [path]).map((one) => `${one}.html`);
}

/** The content that determines the routes. */
export interface SiteShape {
  /** Routes the templates have without content. */
  fixed: readonly string[];
  content: Pick<Composition, 'published' | 'lists' | 'sitemap' | 'search' | 'settings'>;
}

/** Every route of the site, by path. */
export function routesOf(site: SiteShape): Map<string, Route> {
  const { published } = site.content;
  const paths = [
    ...site.fixed,
    ...[...site.content.search.shards.keys()].map(sitePaths.searchShard),
    ...slugKinds.flatMap((kind) => [...published[kind].keys()].map((slug) => pathOf(kind, slug))),
    ...archiveRoots(),
    ...[...site.content.lists.parts.keys()].map(archivePagePath),
    ...[...site.content.sitemap.keys(), fixedPart].map(sitePaths.sitemapPart),
  ];
  return new Map(paths.flatMap((path) => routeAt(path, site) ?? []).map((route) => [route.path, route]));
}

/** The route at a path; null if the site has no such route. */
export function routeAt(path: string, { fixed, content }: SiteShape): Route | null {
  const route = (document: string | null): Route => ({
    path: detachString(path),
    files: filesOf(path).map(detachString),
    status: path === '/404' ? 404 : 200,
    document: document && detachString(document),
  });
  const found = slugAt(path);
  const shown = found && content.published[found.kind].get(found.slug);
  if (found && shown) return route(`${kinds[found.kind].collection}/${shown.id}`);
  const isFixed = fixed.includes(path) && isOffered(path, content);
  const isOther = [isSitemapPart, isSearchShard, isArchivePage].some((is) => is(path, content));
  return isFixed || isOther ? route(null) : null;
}

/** The paths that an archive has even without entries. */
const archiveRoots = (): string[] =>
  slugKinds.flatMap((kind) => [archivePath(kind, newestPage) ?? [], feedPath(kind) ?? []].flat());

const newestPage = { page: 'newest', tag: null } as const;

/** The path of the archive's page that shows a part of a list; empty if none does. */
function archivePagePath(part: string): string {
  const key = parsePartKey(part);
  const { archive } = hasSlugs(key.kind) ? kinds[key.kind] : {};
  const address = archive && archivePageOf(archive, key);
  return (address && archivePath(key.kind, address)) ?? '';
}

function isArchivePage(path: string, { lists, published, settings }: SiteShape['content']): boolean {
  const found = archiveAt(path);
  if (found === null) return false;
  const { kind, archive, address } = found;
  if (!isOn(kind, settings.content)) return false;
  if (address === 'feed') return archive.feed === true;
  // A page that has the address of an archive from before keeps it.
  if (address.page === 'newest' && address.tag === null) return !published.page.has(path.slice(1));
  return lists.parts.has(partKey(listName(kind, '', archiveFilter(archive, address.tag)), address.page));
}

/** Whether the settings offer a fixed route. */
function isOffered(path: string, { search, settings }: SiteShape['content']): boolean {
  if (path === sitePaths.search) return search.shards.has(searchStarts);
  return path !== sitePaths.feed || settings.visitors.feed_enabled;
}

/** Paths at which a change of these cells can add or remove a route. */
export function routesTouched(cells: Iterable<Cell>): Set<string> {
  const touched = new Set<string>();
  for (const cell of cells) {
    const [map, slug = '*'] = cell.split(':', 2);
    if (map === 'settings') for (const path of [sitePaths.feed, ...archiveRoots()]) touched.add(path);
    if (slug === '*') continue;
    if (map === 'publishedPages') {
      touched.add(sitePaths.page(slug));
      if (archiveAt(sitePaths.shortPage(slug)) !== null) touched.add(sitePaths.shortPage(slug));
    }
    if (map === 'lists') touched.add(archivePagePath(cell.slice(map.length + 1)));
    if (map === 'publishedDemos') touched.add(sitePaths.demo(slug));
    if (map === 'entries') touched.add(entryPath(cell));
    if (map === 'search') touched.add(sitePaths.searchShard(slug));
    if (cell === `search:${searchStarts}`) touched.add(sitePaths.search);
    if (map === 'sitemap') touched.add(sitePaths.sitemapPart(slug === onlyPart ? fixedPart : slug));
  }
  return touched;
}

/** The path of a document of a further kind, by its cell `entries:{kind}:{slug}`. */
function entryPath(cell: Cell): string {
  const [, kind = '', slug = ''] = cell.split(':', 3);
  return hasSlugs(kind) ? pathOf(kind, slug) : '';
}

function isSitemapPart(path: string, { sitemap }: SiteShape['content']): boolean {
  const part = sitemapAddress.exec(path)?.[1];
  if (part === undefined) return false;
  return part === fixedPart ? !sitemap.has(onlyPart) : (sitemap.get(part)?.size ?? 0) > 0;
}

const isSearchShard = (path: string, { search }: SiteShape['content']): boolean =>
  search.shards.has(/^\/search\/(.+)\.txt$/.exec(path)?.[1] ?? '');

const sitemapAddress = /^\/sitemap-(.+)\.xml$/;

/** The reason for removing a route, derived from the document that it showed. */
export function removalReason(document: string | null, { values, published }: Composition): string {
  if (document === null) return 'no longer part of the site';
  const [collection, id] = document.split('/', 2) as [string, string];
  const kind = kindOf(collection);
  const value = kind === null || !hasSlugs(kind) ? undefined : documentsOf(kind, values).get(id);
  if (value === undefined) return `${document} deleted or not valid`;
  if (!value.is_published) return `${document} unpublished`;
  const holder = published[kind as SlugKind].get(value.slug);
  return holder?.id === id ? `${document} moved to "${value.slug}"` : `${document} left out`;
}
