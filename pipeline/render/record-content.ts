import type { Content, QueryName, Site } from '@frontage/model/content';
import { watchFields } from '@frontage/model/watch-fields';
import type { Answers } from '../plan/answers.ts';
import { fieldsKey, queryKey, type QueryKey } from '../plan/query-keys.ts';

/** What rendering asks. */
export type AnsweredQueries = Pick<Answers, 'value' | 'hash'>;

/** Content for one render, and what that render asked: each query with its answer's hash. */
export interface Recording {
  content: Content;
  reads(): ReadonlyMap<QueryKey, string>;
}

/** Answers a template's queries, writing down each one. */
export function recordContent(answers: AnsweredQueries): Recording {
  const reads = new Map<QueryKey, string>();
  const query =
    <Name extends QueryName>(name: Name) =>
    (...args: Parameters<Content[Name]>): ReturnType<Content[Name]> => {
      const key = queryKey(name, args);
      const answer = answers.value(key) as ReturnType<Content[Name]>;
      if (!reads.has(key)) reads.set(key, answers.hash(key));
      return answer;
    };
  // Every page asks for the site and shows some of it: what it does not show is no reason to render it again.
  const siteFields = new Set<string>();
  const site = watchFields(answers.value('site') as Site, (field) => siteFields.add(field));
  const content: Content = {
    site: () => site,
    navigation: query('navigation'),
    homepage: query('homepage'),
    page: query('page'),
    gallery: query('gallery'),
    demo: query('demo'),
    sitemap: query('sitemap'),
    sitemapPart: query('sitemapPart'),
    robots: query('robots'),
    image: query('image'),
  };
  return {
    content,
    reads: () => {
      if (siteFields.size === 0) return reads;
      const key = fieldsKey('site', siteFields);
      return reads.set(key, answers.hash(key));
    },
  };
}
