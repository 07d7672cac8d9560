import { collections } from '@frontage/model/paths';
import { mainQuery, wordsFor } from '../plan/query-words.ts';
import type { Imagined } from '../release/imagine-site.ts';
import type { ChangedAddress } from './changed-addresses.ts';

/** What somebody would change, for whom an address is its own. */
export interface Cause {
  document: string;
  action: 'publish' | 'unpublish' | 'delete';
}

/** Why an address changes, in the words of whoever edits: `in the menu`. */
export function reasonFor(
  { path, change, to }: ChangedAddress,
  { document, action }: Cause,
  { base, shown, answers }: Pick<Imagined, 'base' | 'shown' | 'answers'>,
): string {
  const receipt = base.receipts.get(path);
  if (change === 'removed') {
    if (to !== null) return `moves: this address leads to ${to}`;
    if (receipt === undefined) return 'leads on no longer';
    if (receipt.document === null) return wordsFor('sitemap');
    if (receipt.document !== document) return 'loses its address';
    return action === 'delete' ? 'deleted' : 'taken off the site';
  }
  if (to !== null) return `leads to ${to}`;
  const isOwn = receipt?.document === document || isAt(path, document, shown.composition);
  if (isOwn) return 'its own address';
  if (receipt === undefined) return isPart(path) ? wordsFor('sitemap') : 'has this address now';
  const differing = [...receipt.reads].flatMap(([key, hash]) => (answers.hash(key) === hash ? [] : [key]));
  const query = mainQuery(differing);
  if (query === undefined) return 'shows what has changed';
  return (query === 'site' ? settingWords[document] : undefined) ?? wordsFor(query);
}

const isPart = (path: string): boolean => path.startsWith('/sitemap');

function isAt(path: string, document: string, { pages, demos }: Imagined['shown']['composition']): boolean {
  const [, kind, slug = ''] = path.split('/');
  const holder = kind === 'page' ? pages.published.get(slug) : kind === 'demo' ? demos.published.get(slug) : undefined;
  const collection = kind === 'page' ? collections.pages : collections.demos;
  return holder !== undefined && `${collection}/${holder.id}` === document;
}

const settingWords: Readonly<Record<string, string>> = {
  [`${collections.settings}/branding`]: 'branding is on all pages',
  [`${collections.settings}/social_links`]: 'social links are on all pages',
  [`${collections.settings}/general`]: 'what the site says of itself is on all pages',
  [`${collections.settings}/seo`]: 'verification is on all pages',
  [`${collections.settings}/ga4_id`]: 'analytics are on all pages',
};
