import type { Content, QueryName } from '@frontage/model/content';
import { queryKey, type Answers, type QueryKey } from '../plan/answers.ts';

/** Content for one render, and what that render asked: each query with its answer's hash. */
export interface Recording {
  content: Content;
  reads: ReadonlyMap<QueryKey, string>;
}

/** Answers a template's queries, writing down each one. */
export function recordContent(answers: Answers): Recording {
  const reads = new Map<QueryKey, string>();
  const query =
    <Name extends QueryName>(name: Name) =>
    (...args: Parameters<Content[Name]>): ReturnType<Content[Name]> => {
      const key = queryKey(name, args);
      if (!reads.has(key)) reads.set(key, answers.hash(key));
      return answers.value(key) as ReturnType<Content[Name]>;
    };
  const content: Content = {
    site: query('site'),
    navigation: query('navigation'),
    homepage: query('homepage'),
    page: query('page'),
    gallery: query('gallery'),
    demo: query('demo'),
    sitemap: query('sitemap'),
    origin: query('origin'),
    primaryColor: query('primaryColor'),
    robots: query('robots'),
    image: query('image'),
  };
  return { content, reads };
}
