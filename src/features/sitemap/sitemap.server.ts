import type { Sitemap } from '@frontage/model/content';
import { sitePaths } from '@frontage/model/paths';
import { escapeXml } from '../../ui/text-file.server.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** XML text with `$` escaped for use as a replacement string. */
const literal = (xml: string): string => xml.replaceAll('$', '$$$$');

// Written by hand: every edit of one page rewrites it, and a library's streams took 35 µs per entry.

/** One file of a sitemap, from the lines of its entries. */
export function sitemapPart(origin: string, entries: string): string {
  const urls = escapeXml(entries).replaceAll(
    /(\S+) (\S+) (\S+) (\S+)\n?/g,
    `<url><loc>${literal(escapeXml(origin))}$1</loc><lastmod>$2</lastmod>` +
      '<changefreq>$3</changefreq><priority>$4</priority></url>',
  );
  return `${declaration}<urlset ${namespace}>${urls}</urlset>`;
}

/** /sitemap.xml: every entry, or an index of files. */
export function sitemapFile(origin: string, sitemap: Sitemap): string {
  if ('entries' in sitemap) return sitemapPart(origin, sitemap.entries);
  const address = `${literal(escapeXml(origin))}${sitePaths.sitemapPart('$1')}`;
  const files = sitemap.parts.replaceAll(
    /(\S+) (\S+)\n?/g,
    `<sitemap><loc>${address}</loc><lastmod>$2</lastmod></sitemap>`,
  );
  return `${declaration}<sitemapindex ${namespace}>${files}</sitemapindex>`;
}
