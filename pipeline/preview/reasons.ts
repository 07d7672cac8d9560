import { collections } from '@frontage/model/paths';
import { mainQuery, describeQueryName } from '../plan/query-words.ts';
import type { SimulatedSite } from '../release/simulate-site.ts';
import type { ChangedAddress } from './changed-addresses.ts';

/** The documents that would be written, whose addresses are marked as own. */
export interface Cause {
  /** The proposed document; null for all waiting changes. */
  subject: string | null;
  documents: ReadonlySet<string>;
  isDeleted: (document: string) => boolean;
}

/** Why an address changes, in editors' terms: `in the menu`. */
export function reasonFor(
  { path, change, to }: ChangedAddress,
  { documents, isDeleted }: Cause,
  { base, shown, answers, renderer }: Pick<SimulatedSite, 'base' | 'shown' | 'answers' | 'renderer'>,
): string {
  const receipt = base.receipts.get(path);
  if (change === 'removed') {
    if (to !== null) return `redirects to ${to}`;
    if (receipt === undefined) return 'redirect removed';
    if (receipt.document === null) return describeQueryName('sitemap');
    if (!documents.has(receipt.document)) return 'loses its address';
    return isDeleted(receipt.document) ? 'deleted' : 'unpublished';
  }
  if (to !== null) return `redirects to ${to}`;
  if (isOwn(path, documents, { base, shown })) return 'the page itself';
  if (receipt === undefined) return isPart(path) ? describeQueryName('sitemap') : 'now has this address';
  const differing = [...receipt.reads].flatMap(([key, hash]) => (answers.hash(key) === hash ? [] : [key]));
  const query = mainQuery(differing);
  if (query === undefined)
    return receipt.fingerprint === renderer.fingerprint ? 'shows changed content' : 'the templates were recompiled';
  const settings = query === 'site' ? Object.keys(settingWords).filter((setting) => documents.has(setting)) : [];
  return settings.map((setting) => settingWords[setting]).join(', ') || describeQueryName(query);
}

/** Whether an address is, or was, that of one of these documents. */
export function isOwn(
  path: string,
  documents: ReadonlySet<string>,
  { base, shown }: Pick<SimulatedSite, 'base' | 'shown'>,
): boolean {
  const holders = [base.receipts.get(path)?.document, documentAt(path, shown.composition)];
  return holders.some((holder) => holder != null && documents.has(holder));
}

const isPart = (path: string): boolean => path.startsWith('/sitemap');

function documentAt(path: string, { pages, demos }: SimulatedSite['shown']['composition']): string | null {
  const [, kind, slug = ''] = path.split('/');
  const page = kind === 'page' ? pages.published.get(slug) : undefined;
  const demo = kind === 'demo' ? demos.published.get(slug) : undefined;
  if (page) return `${collections.pages}/${page.id}`;
  return demo ? `${collections.demos}/${demo.id}` : null;
}

const settingWords: Readonly<Record<string, string>> = {
  [`${collections.settings}/branding`]: 'branding is on all pages',
  [`${collections.settings}/social_links`]: 'social links are on all pages',
  [`${collections.settings}/general`]: 'the site description appears on every page',
  [`${collections.settings}/seo`]: 'verification is on all pages',
  [`${collections.settings}/ga4_id`]: 'analytics are on all pages',
};
