import { isoDate } from './dates.ts';
import type { Demo } from './demo.ts';
import { limits } from './limits.ts';
import type { Page } from './page.ts';
import { sitePaths } from './paths.ts';
import type { Settings } from './settings.ts';

export interface SitemapEntry {
  path: string;
  /** YYYY-MM-DD. */
  lastmod: string;
  changefreq: 'daily' | 'weekly' | 'monthly';
  priority: number;
}

interface SitemapInput {
  pages: readonly Page[];
  demos: readonly Demo[];
  frequency: Settings['seo']['sitemap_frequency'];
  /** YYYY-MM-DD, the date of the fixed entries. */
  today: string;
}

/** Every address the sitemap lists: the two fixed ones, then published pages and demos by path. */
export function sitemapEntries({ pages, demos, frequency, today }: SitemapInput): SitemapEntry[] {
  const entry = (path: string, updatedAt: string, priority: number): SitemapEntry => ({
    path,
    lastmod: isoDate(updatedAt),
    changefreq: 'monthly',
    priority,
  });
  const byPath = (a: SitemapEntry, b: SitemapEntry) => (a.path < b.path ? -1 : 1);
  return [
    { path: sitePaths.home, lastmod: today, changefreq: frequency, priority: 1 },
    { path: sitePaths.demos, lastmod: today, changefreq: frequency, priority: 0.8 },
    ...pages
      .filter((page) => page.is_published)
      .map((page) => entry(sitePaths.page(page.slug), page.updated_at, 0.8))
      .sort(byPath),
    ...demos
      .filter((demo) => demo.is_published)
      .map((demo) => entry(sitePaths.demo(demo.slug), demo.updated_at, 0.6))
      .sort(byPath),
  ];
}

/** How many sitemap files hold `count` entries; above one, /sitemap.xml is an index of them. */
export function sitemapFileCount(count: number): number {
  return Math.max(1, Math.ceil(count / limits.sitemapUrls));
}
