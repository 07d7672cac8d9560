import { describe, expect, test } from 'vitest';
import { sitemapFile, sitemapPart } from './sitemap.server.ts';

const origin = 'https://brand.example';

describe('sitemapFile', () => {
  test('lists every entry in one file in the format of the protocol', () => {
    const xml = sitemapFile(origin, { entries: '/ 2026-01-02 weekly 1.0\n/page/a 2026-01-02 monthly 0.8' });
    expect(xml).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
        '<url><loc>https://brand.example/</loc><lastmod>2026-01-02</lastmod><changefreq>weekly</changefreq><priority>1.0</priority></url>' +
        '<url><loc>https://brand.example/page/a</loc><lastmod>2026-01-02</lastmod><changefreq>monthly</changefreq><priority>0.8</priority></url>' +
        '</urlset>',
    );
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

  test('lists several files in an index', () => {
    const parts = 'main 2026-05-06\n01 2026-01-02';
    expect(sitemapFile(origin, { parts })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
        '<sitemap><loc>https://brand.example/sitemap-main.xml</loc><lastmod>2026-05-06</lastmod></sitemap>' +
        '<sitemap><loc>https://brand.example/sitemap-01.xml</loc><lastmod>2026-01-02</lastmod></sitemap>' +
        '</sitemapindex>',
    );
  });
});
