import { expect, it } from 'vitest';
import { sitemapXml } from './sitemap.ts';

it('writes entries in order, escaped', () => {
  const xml = sitemapXml(
    [
      { path: '/', lastmod: '2026-11-20', changefreq: 'weekly', priority: 1 },
      { path: '/page/a&b', lastmod: '2026-01-02', changefreq: 'monthly', priority: 0.8 },
    ],
    'https://example.com',
  );
  expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url>
    <loc>https://example.com/</loc>
    <lastmod>2026-11-20</lastmod>
    <changefreq>weekly</changefreq>
    <priority>1.0</priority>
  </url>
  <url>
    <loc>https://example.com/page/a&amp;b</loc>
    <lastmod>2026-01-02</lastmod>
    <changefreq>monthly</changefreq>
    <priority>0.8</priority>
  </url>
</urlset>
`);
});
