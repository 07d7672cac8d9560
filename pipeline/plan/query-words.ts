import type { QueryName } from '@frontage/model/content';
import type { QueryKey } from './query-keys.ts';

/** The editors' term for each query; the most specific query comes first. */
const words: Record<QueryName, string> = {
  page: 'the page itself',
  demo: 'the page itself',
  homepage: 'on the home page',
  gallery: 'its card is on the gallery',
  sitemapPart: 'in the sitemap',
  sitemap: 'in the sitemap',
  robots: 'in robots.txt',
  image: 'shows a picture that changes',
  navigation: 'in the menu',
  site: 'on all pages',
};

const names = Object.keys(words) as QueryName[];

/** The most specific of the given queries, which best explains why a page changes; undefined without a known query. */
export const mainQuery = (keys: readonly QueryKey[]): QueryName | undefined => {
  const asked = new Set(keys.map((key) => /^\w+/.exec(key)?.[0]));
  return names.find((name) => asked.has(name));
};

/** The editors' term for a query, such as `in the menu`. */
export const describeQueryName = (query: QueryName): string => words[query];
