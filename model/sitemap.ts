import { isoDate } from './dates.ts';
import type { Demo } from './demo.ts';
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

export const pageEntry = ({ slug, updated_at }: Pick<Page, 'slug' | 'updated_at'>): SitemapEntry => ({
  path: sitePaths.page(slug),
  lastmod: isoDate(updated_at),
  changefreq: 'monthly',
  priority: 0.8,
});

export const demoEntry = ({ slug, updated_at }: Pick<Demo, 'slug' | 'updated_at'>): SitemapEntry => ({
  path: sitePaths.demo(slug),
  lastmod: isoDate(updated_at),
  changefreq: 'monthly',
  priority: 0.6,
});

/**
 * Formats an entry as a line: path, date, frequency and priority, separated by spaces. An edit sorts and hashes
 * hundreds of entries, which takes a third of the time with strings instead of objects.
 */
export const lineOf = ({ path, lastmod, changefreq, priority }: SitemapEntry): string =>
  `${path} ${lastmod} ${changefreq} ${priority.toFixed(1)}`;

interface Site {
  frequency: Settings['seo']['sitemap_frequency'];
  /** YYYY-MM-DD, the date of the fixed entries. */
  today: string;
}

/** The fixed entries of every sitemap: the homepage and the gallery. */
export const fixedEntries = ({ frequency, today }: Site): SitemapEntry[] => [
  { path: sitePaths.home, lastmod: today, changefreq: frequency, priority: 1 },
  { path: sitePaths.demos, lastmod: today, changefreq: frequency, priority: 0.8 },
];

type Place = Pick<SitemapEntry, 'path' | 'priority'>;

/** Comparator of entries: pages before demos, each sorted by path. */
export const compareEntries = (one: Place, other: Place): number =>
  other.priority - one.priority || (one.path < other.path ? -1 : 1);

interface Content {
  pages: readonly Pick<Page, 'slug' | 'updated_at' | 'is_published'>[];
  demos: readonly Pick<Demo, 'slug' | 'updated_at' | 'is_published'>[];
}

/** All entries of the sitemap: the two fixed ones, then published pages and demos by path. */
export function sitemapEntries({ pages, demos, ...site }: Site & Content) {
  const isPublished = ({ is_published }: { is_published: boolean }): boolean => is_published;
  const entries = [...pages.filter(isPublished).map(pageEntry), ...demos.filter(isPublished).map(demoEntry)];
  return [...fixedEntries(site), ...entries.sort(compareEntries)];
}
