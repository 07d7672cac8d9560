import { hash as digest } from 'node:crypto';
import type { QueryName } from '@frontage/model/content';
import { fieldAt } from '@frontage/model/watch-fields';
import { detachString } from '../sync/detach-strings.ts';

/**
 * A query with its argument, or some fields of its answer: `navigation`, `page:about`, `site{year}`, `linked:page:p1{name}`.
 */
export type QueryKey = string;

/** The key of these fields of a query's answer. */
export const fieldsKey = (of: QueryKey, fields: Iterable<string>): QueryKey => `${of}{${[...fields].sort().join(',')}}`;

/** The key of a query with these arguments. A query has at most one argument. */
export function queryKey(name: QueryName, args: readonly string[]): QueryKey {
  return args.length === 0 ? name : `${name}:${args[0] ?? ''}`;
}

/** A query key in readable form, such as `page("about")` or `site().{year}`. */
export function describeQuery(key: QueryKey): string {
  const some = fieldsIn(key);
  if (some !== null) return `${describeQuery(some.of)}.{${some.fields.join(',')}}`;
  const colon = key.indexOf(':');
  return colon < 0 ? `${key}()` : `${key.slice(0, colon)}(${JSON.stringify(key.slice(colon + 1))})`;
}

// Arguments of other queries may have braces; those of `linked` have none.
const ofFields = /^(\w+|linked:[^{}]*)\{(.*)\}$/;

/** The query and the fields that a key such as `site{year}` names; null if the key names a whole answer. */
export function fieldsIn(key: QueryKey): { of: QueryKey; fields: string[] } | null {
  const [, of, fields] = ofFields.exec(key) ?? [];
  return of === undefined || fields === undefined ? null : { of, fields: fields.split(',') };
}

/** The editors' term for each query; the most specific query comes first. */
const words: Record<QueryName, string> = {
  page: 'the page itself',
  demo: 'the page itself',
  entry: 'the page itself',
  list: 'in a list',
  neighbors: 'links to the previous or next entry',
  homepage: 'on the home page',
  gallery: 'its card is on the gallery',
  sitemapPart: 'in the sitemap',
  sitemap: 'in the sitemap',
  searchShard: 'in the search index',
  newestPages: 'in the feed',
  robots: 'in robots.txt',
  image: 'shows an image that changes',
  shownDemo: 'shows a demo that changes',
  linked: 'shows a linked document that changes',
  address: 'links to an address that changes',
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

/** The hash of an answer: the first 22 base64url characters (132 bits) of the SHA-256 of its JSON. */
export const hashOf = (value: unknown): string =>
  detachString(digest('sha256', JSON.stringify(value) ?? 'no answer', 'base64url').slice(0, 22));

/** The hash of the fields that `key` names, computed from the whole answer; null if the key names a whole answer. */
export function hashOfFields(key: QueryKey, valueOf: (key: QueryKey) => unknown): string | null {
  const some = fieldsIn(key);
  return some && hashOf(fieldsOf(valueOf(some.of), some.fields));
}

/** The values of some fields of an answer. Each field is a path such as `branding.logo_url`. */
export const fieldsOf = (whole: unknown, fields: readonly string[]): unknown[] =>
  fields.map((field) => fieldAt(whole, field.split('.')));

/** Freezes a value and all objects and arrays in it. */
export function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  // Arrays are iterated without a copy: some answers have thousands of entries.
  for (const part of Array.isArray(value) ? value : Object.values(value)) deepFreeze(part);
}
