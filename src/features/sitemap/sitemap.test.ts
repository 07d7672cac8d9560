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
const many = Array.from({ length: 5_001 }, (_, index) =>
  entry(`/page/p${index}`, index === 5_000 ? { lastmod: '2026-05-06' } : {}),
);

describe('sitemap', () => {
  test('one file lists every entry in the words of the protocol', () => {
    const xml = sitemapFile(origin, [entry('/', { changefreq: 'weekly', priority: 1 }), entry('/page/a')]);
    expect(xml).toBe(
      '<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">' +
        '<url><loc>https://brand.example/</loc><lastmod>2026-01-02</lastmod><changefreq>weekly</changefreq><priority>1.0</priority></url>' +
        '<url><loc>https://brand.example/page/a</loc><lastmod>2026-01-02</lastmod><changefreq>monthly</changefreq><priority>0.8</priority></url>' +
        '</urlset>',
    );
    expect(sitemapPart(origin, [entry('/')], 1)).toBeNull();
  });

  test('an address is written as text', () => {
    expect(sitemapFile('https://brand.example/?a&b', [entry('/<x>')])).toContain(
      '<loc>https://brand.example/?a&amp;b/&lt;x&gt;</loc>',
    );
  });

  test('above 5,000 entries it is an index of files that hold each entry once', () => {
    const index = sitemapFile(origin, many);
    expect(
      [...index.matchAll(/<loc>([^<]*)<\/loc><lastmod>([^<]*)</g)].map(([, loc, lastmod]) => [loc, lastmod]),
    ).toEqual([
      ['https://brand.example/sitemap-1.xml', '2026-01-02'],
      ['https://brand.example/sitemap-2.xml', '2026-05-06'],
    ]);
    const parts = [1, 2].map((part) => sitemapPart(origin, many, part));
    expect(parts.map((part) => part?.match(/<loc>/g)?.length)).toEqual([5_000, 1]);
  });

  test.each([0, 3, 1.5, Number.NaN])('part %d of two does not exist', (part) => {
    expect(sitemapPart(origin, many, part)).toBeNull();
  });
});
