import { ChangeFreqEnum, type SitemapItem } from '@astrojs/sitemap';
import { SitemapIndexStream, SitemapStream, streamToPromise } from 'sitemap';
import { describe, expect, test } from 'vitest';
import { sitemapFile, sitemapPart } from './sitemap.server.ts';

const origin = 'https://brand.example';

/** The file that the writer of @astrojs/sitemap makes from these items, without namespaces of extensions. */
async function filedByLibrary(stream: SitemapStream | SitemapIndexStream, items: readonly SitemapItem[]) {
  for (const item of items) stream.write(item);
  stream.end();
  return String(await streamToPromise(stream));
}

const plainStream = () =>
  new SitemapStream({ lastmodDateOnly: true, xmlns: { news: false, xhtml: false, image: false, video: false } });

describe('sitemapFile', () => {
  test('has the bytes that the writer of @astrojs/sitemap gives', async () => {
    const library = await filedByLibrary(plainStream(), [
      { url: `${origin}/`, lastmod: '2026-01-02', changefreq: ChangeFreqEnum.WEEKLY, priority: 1 },
      { url: `${origin}/page/a`, lastmod: '2026-01-02', changefreq: ChangeFreqEnum.MONTHLY, priority: 0.8 },
    ]);
    const entries = '/ 2026-01-02 weekly 1.0\n/page/a 2026-01-02 monthly 0.8';
    expect(sitemapFile(origin, { entries })).toBe(library);
  });

  test('escapes addresses', () => {
    expect(sitemapPart('https://brand.example/?a&b', '/<x>$1 2026-01-02 monthly 0.8')).toContain(
      '<loc>https://brand.example/?a&amp;b/&lt;x&gt;$1</loc>',
    );
    expect(sitemapPart('https://brand.example/$1', '/x 2026-01-02 monthly 0.8')).toContain(
      '<loc>https://brand.example/$1/x</loc>',
    );
    expect(sitemapFile('https://brand.example/$2', { parts: '01 2026-01-02' })).toContain(
      '<loc>https://brand.example/$2/sitemap-01.xml</loc>',
    );
  });

  test('has the bytes that the writer of @astrojs/sitemap gives for an index of several files', async () => {
    const library = await filedByLibrary(new SitemapIndexStream({ lastmodDateOnly: true }), [
      { url: `${origin}/sitemap-main.xml`, lastmod: '2026-05-06' },
      { url: `${origin}/sitemap-01.xml`, lastmod: '2026-01-02' },
    ]);
    expect(sitemapFile(origin, { parts: 'main 2026-05-06\n01 2026-01-02' })).toBe(library);
  });
});
