import type { Content, QueryName, Site } from '@frontage/model/content';
import { hasSlugs, kinds } from '@frontage/model/kinds/kinds';
import { formatListRequest, requestProblem } from '@frontage/model/lists';
import { fieldAt, watchFields } from '@frontage/model/watch-fields';
import type { Answers } from '../plan/answers.ts';
import { fieldsKey, queryKey, type QueryKey } from '../plan/queries.ts';

/** Answers queries, with the hash of each answer. */
export type QueryResults = Pick<Answers, 'value' | 'hash'>;

/** Content for one render and its recorded queries with the hashes of their answers. */
export interface Recording {
  content: Content;
  reads(): ReadonlyMap<QueryKey, string>;
  /** Whether a query was refused because its answer has a slow text. */
  isRefused(): boolean;
}

/**
 * Creates the content for one render, which records every query. Queries whose answers have a text for which `isSlow`
 * returns true throw, so that the template cannot parse it.
 */
export function recordContent(answers: QueryResults, isSlow: (text: string) => boolean = () => false): Recording {
  const reads = new Map<QueryKey, string>();
  let isRefused = false;
  const refuseIf = (text: string | null | undefined): void => {
    if (text == null || !isSlow(text)) return;
    isRefused = true;
    throw new Error('A text takes too long to parse in this thread');
  };
  const answerOf = <Name extends QueryName>(name: Name, args: readonly string[]): ReturnType<Content[Name]> => {
    const key = queryKey(name, args);
    const answer = answers.value(key) as ReturnType<Content[Name]>;
    if (!reads.has(key)) reads.set(key, answers.hash(key));
    return answer;
  };
  const query =
    <Name extends Exclude<QueryName, 'list'>>(name: Name) =>
    (...args: Parameters<Content[Name]>): ReturnType<Content[Name]> =>
      answerOf(name, args);
  // Every page reads some of the site's settings, and few fields of the documents that it links to. Only the fields that it
  // reads are recorded, so that changes of other fields cause no render.
  const siteFields = new Set<string>();
  const fieldsOf = new Map<QueryKey, Set<string>>([['site', siteFields]]);
  const site = watchFields(answers.value('site') as Site, (field) => siteFields.add(field));
  const linked: Content['linked'] = (link) => {
    // Braces name the fields of an answer; a link has none.
    if (/[{}]/.test(link)) return null;
    const key = queryKey('linked', [link]);
    const document = answers.value(key) as ReturnType<Content['linked']>;
    if (document === null) {
      reads.set(key, answers.hash(key));
      return null;
    }
    // The id stands for the existence of the document.
    const fields = fieldsOf.get(key) ?? new Set(['id']);
    fieldsOf.set(key, fields);
    return watchFields(document, (field) => {
      const part = fieldAt(document, field.split('.'));
      if (typeof part === 'string') refuseIf(part);
      fields.add(field);
    });
  };
  const content: Content = {
    site: () => site,
    navigation: query('navigation'),
    homepage: () => {
      const homepage = query('homepage')();
      refuseIf(homepage.hero?.content);
      for (const { section } of homepage.blocks) refuseIf(section.content);
      return homepage;
    },
    page: (slug) => {
      const page = query('page')(slug);
      refuseIf(page?.body);
      return page;
    },
    gallery: query('gallery'),
    demo: query('demo'),
    entry: query('entry'),
    list: (kind, request = {}) => {
      const problem = requestProblem(kind, hasSlugs(kind) ? kinds[kind] : undefined, request);
      if (problem !== null) throw new Error(problem);
      return answerOf('list', [formatListRequest(kind, request)]);
    },
    neighbors: query('neighbors'),
    sitemap: query('sitemap'),
    sitemapPart: query('sitemapPart'),
    searchShard: query('searchShard'),
    newestPages: query('newestPages'),
    robots: query('robots'),
    image: query('image'),
    shownDemo: query('shownDemo'),
    address: query('address'),
    linked,
  };
  return {
    content,
    isRefused: () => isRefused,
    reads: () => {
      for (const [of, fields] of fieldsOf) {
        if (fields.size === 0) continue;
        const key = fieldsKey(of, fields);
        reads.set(key, answers.hash(key));
      }
      return reads;
    },
  };
}
