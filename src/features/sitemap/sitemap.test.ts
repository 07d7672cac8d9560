import { describe, expect, test } from 'vitest';
import type { SitemapEntry } from '@frontage/model/sitemap';
import { sitemapFile, sitemapPart } from './sitemap.server.ts';

const origin = 'https://brand.example';
const entry = (path: string, over: Partial<SitemapEntry> = {}): SitemapEntry => ({
  path,
  lastmod: '2026-01-02',
  changefreq: 'monthly',
  priority: 0.8,
  ...over,
});
describe('sitemap', () => {
  test('one file lists every entry in the words of the protocol', () => {
    const xml = sitemapFile(origin, { entries: [entry('/', { changefreq: 'weekly', priority: 1 }), entry('/page/a')] });
    expect(xml).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
        '<url><loc>https://brand.example/</loc><lastmod>2026-01-02</lastmod><changefreq>weekly</changefreq><priority>1.0</priority></url>' +
        '<url><loc>https://brand.example/page/a</loc><lastmod>2026-01-02</lastmod><changefreq>monthly</changefreq><priority>0.8</priority></url>' +
        '</urlset>',
    );
  });

  test('an address is written as text', () => {
    expect(sitemapPart('https://brand.example/?a&b', [entry('/<x>')])).toContain(
      '<loc>https://brand.example/?a&amp;b/&lt;x&gt;</loc>',
    );
  });

  test('of several files it is an index', () => {
    const parts = ['main 2026-05-06', '01 2026-01-02'];
    expect(sitemapFile(origin, { parts })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
        '<sitemap><loc>https://brand.example/sitemap-main.xml</loc><lastmod>2026-05-06</lastmod></sitemap>' +
        '<sitemap><loc>https://brand.example/sitemap-01.xml</loc><lastmod>2026-01-02</lastmod></sitemap>' +
        '</sitemapindex>',
    );
  });
});
