import type { SitemapItem } from '@astrojs/sitemap';
import { limits } from '@frontage/model/limits';
import { sitemapFileCount, type SitemapEntry } from '@frontage/model/sitemap';

/** The address of the nth (from 1) file of a sitemap that needs several. */
const partPath = (part: number): string => `/sitemap-${part}.xml`;

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** An address as it stands in XML. */
const escaped = (url: string): string => url.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '');

type Item = Required<Pick<SitemapItem, 'url' | 'lastmod' | 'priority'>> & Pick<SitemapEntry, 'changefreq'>;

// Written by hand: every edit of one page writes it anew, and the streams of a library took 35 µs an entry.
const urlElement = ({ url, lastmod, changefreq, priority }: Item): string =>
  `<url><loc>${escaped(url)}</loc><lastmod>${lastmod}</lastmod>` +
  `<changefreq>${changefreq}</changefreq><priority>${priority.toFixed(1)}</priority></url>`;

function urlSet(origin: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ path, ...item }) => urlElement({ url: origin + path, ...item }));
  return `${declaration}<urlset ${namespace}>${urls.join('')}</urlset>`;
}

/** /sitemap.xml: every entry, or an index of files when there are more than fit in one. */
export function sitemapFile(origin: string, entries: readonly SitemapEntry[]): string {
  const count = sitemapFileCount(entries.length);
  if (count === 1) return urlSet(origin, entries);
  const files = Array.from({ length: count }, (_, index) => {
    const newest = partOf(entries, index + 1)
      .map(({ lastmod }) => lastmod)
      .reduce((a, b) => (a > b ? a : b));
    return `<sitemap><loc>${escaped(origin + partPath(index + 1))}</loc><lastmod>${newest}</lastmod></sitemap>`;
  });
  return `${declaration}<sitemapindex ${namespace}>${files.join('')}</sitemapindex>`;
}

const partOf = (entries: readonly SitemapEntry[], part: number): SitemapEntry[] =>
  entries.slice((part - 1) * limits.sitemapUrls, part * limits.sitemapUrls);

/** The nth (from 1) file of a sitemap that needs several; null when there is none. */
export function sitemapPart(origin: string, entries: readonly SitemapEntry[], part: number): string | null {
  const count = sitemapFileCount(entries.length);
  if (count === 1 || !Number.isInteger(part) || part < 1 || part > count) return null;
  return urlSet(origin, partOf(entries, part));
}
