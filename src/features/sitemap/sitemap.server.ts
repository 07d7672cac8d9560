import { Readable } from 'node:stream';
import type { SitemapItem } from '@astrojs/sitemap';
import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap';
import { limits } from '@frontage/model/limits';
import { sitemapFileCount, type SitemapEntry } from '@frontage/model/sitemap';

const namespaces = { news: false, video: false, xhtml: false, image: false };

/** The address of the nth (from 1) file of a sitemap that needs several. */
const partPath = (part: number): string => `/sitemap-${part}.xml`;

async function urlSet(origin: string, entries: readonly SitemapEntry[]): Promise<string> {
  const items: SitemapItem[] = entries.map(({ path, lastmod, changefreq, priority }) => ({
    url: `${origin}${path}`,
    lastmod,
    // The package types the protocol's words as an enum, which no string literal satisfies.
    changefreq: changefreq as NonNullable<SitemapItem['changefreq']>,
    priority,
  }));
  const stream = new SitemapStream({ hostname: origin, lastmodDateOnly: true, xmlns: namespaces });
  return (await streamToPromise(Readable.from(items).pipe(stream))).toString();
}

/** /sitemap.xml: every entry, or an index of files when there are more than fit in one. */
export async function sitemapFile(origin: string, entries: readonly SitemapEntry[]): Promise<string> {
  const count = sitemapFileCount(entries.length);
  if (count === 1) return urlSet(origin, entries);
  const newest = (part: SitemapEntry[]): string => part.map(({ lastmod }) => lastmod).reduce((a, b) => (a > b ? a : b));
  const items = Array.from({ length: count }, (_, index) => ({
    url: `${origin}${partPath(index + 1)}`,
    lastmod: newest(partOf(entries, index + 1)),
  }));
  const stream = new SitemapIndexStream({ lastmodDateOnly: true });
  return (await streamToPromise(Readable.from(items).pipe(stream))).toString();
}

const partOf = (entries: readonly SitemapEntry[], part: number): SitemapEntry[] =>
  entries.slice((part - 1) * limits.sitemapUrls, part * limits.sitemapUrls);

/** The nth (from 1) file of a sitemap that needs several; null when there is none. */
export async function sitemapPart(
  origin: string,
  entries: readonly SitemapEntry[],
  part: number,
): Promise<string | null> {
  const count = sitemapFileCount(entries.length);
  if (count === 1 || !Number.isInteger(part) || part < 1 || part > count) return null;
  return urlSet(origin, partOf(entries, part));
}
