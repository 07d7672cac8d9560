import type { SitemapItem } from '@astrojs/sitemap';
import type { Sitemap } from '@frontage/model/content';
import { sitePaths } from '@frontage/model/paths';
import type { SitemapEntry } from '@frontage/model/sitemap';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** An address as it stands in XML. */
const escaped = (url: string): string =>
  /[&<>"']/.test(url) ? url.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '') : url;

type Item = Required<Pick<SitemapItem, 'lastmod' | 'priority'>> & Pick<SitemapEntry, 'path' | 'changefreq'>;

// Written by hand: every edit of one page writes it anew, and the streams of a library took 35 µs an entry.
const urlElement = (base: string, { path, lastmod, changefreq, priority }: Item): string =>
  `<url><loc>${base}${escaped(path)}</loc><lastmod>${lastmod}</lastmod>` +
  `<changefreq>${changefreq}</changefreq><priority>${priority.toFixed(1)}</priority></url>`;

/** One file of a sitemap. */
export function sitemapPart(origin: string, entries: readonly SitemapEntry[]): string {
  const base = escaped(origin);
  let urls = '';
  for (const entry of entries) urls += urlElement(base, entry);
  return `${declaration}<urlset ${namespace}>${urls}</urlset>`;
}

/** /sitemap.xml: every entry, or an index of files. */
export function sitemapFile(origin: string, sitemap: Sitemap): string {
  if ('entries' in sitemap) return sitemapPart(origin, sitemap.entries);
  const base = escaped(origin);
  const files = sitemap.parts.map((one) => {
    const [part = '', lastmod = ''] = one.split(' ');
    return `<sitemap><loc>${base}${sitePaths.sitemapPart(part)}</loc><lastmod>${lastmod}</lastmod></sitemap>`;
  });
  return `${declaration}<sitemapindex ${namespace}>${files.join('')}</sitemapindex>`;
}
