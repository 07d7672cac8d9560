import { counted } from './dates.ts';
import type { PlanAnswer, PlannedChange } from './preview.ts';

// Descriptions of the effects of a publish, shared by the admin and the command line.

export const addresses = (many: number): string => counted(many, 'address', 'addresses');

/** Describes the time until a publish is live, such as 'in about 2 seconds'. */
export function timeWords(ms: number): string {
  if (ms < 1_000) return 'in under a second';
  if (ms < 90_000) return `in about ${counted(Math.ceil(ms / 1_000), 'second', 'seconds')}`;
  return `in about ${counted(Math.round(ms / 60_000), 'minute', 'minutes')}`;
}

/** Describes the effect of publishing: a short text, and an addition for wide layouts. */
export function impactParts({ total, all }: Pick<PlanAnswer, 'total' | 'all'>): { short: string; more: string } {
  if (total === 0) return { short: 'Publishing changes nothing on the site', more: '' };
  return all
    ? { short: 'This changes every page', more: `, ${addresses(total)}` }
    : { short: `This changes ${addresses(total)}`, more: '' };
}

/** The effect of publishing as one text. */
export function impactWords(plan: Pick<PlanAnswer, 'total' | 'all'>): string {
  const { short, more } = impactParts(plan);
  return short + more;
}

/** The duration to append to `impactWords`; empty unless every page changes or it takes at least a second. */
export const waitPhrase = ({ ms, all }: Pick<PlanAnswer, 'ms' | 'all'>): string =>
  all || ms >= 1_000 ? `, ${timeWords(ms)}` : '';

const words: Record<PlannedChange['change'], string> = { removed: 'Removed', added: 'New', changed: 'Changes' };

/** The label for the effect on an address: 'Moves', 'New', 'Changes' or 'Removed'. */
export const changeWords = (changed: Pick<PlannedChange, 'change' | 'to'>): string =>
  isMoved(changed) ? 'Moves' : words[changed.change];

const isMoved = ({ change, to }: Pick<PlannedChange, 'change' | 'to'>): boolean => change === 'removed' && to != null;

/** Describes the health findings that a change would add: 'This adds 1 problem'; empty for none. */
export const addedWords = ({ problems = [] }: Pick<PlanAnswer, 'problems'>): string =>
  problems.length === 0 ? '' : `This adds ${counted(problems.length, 'problem', 'problems')}`;

const maxListed = 5;

const linksHere = (inbound: number): string => counted(inbound, 'page links here', 'pages link here');

/** Describes the number of pages that link to removed addresses; empty for none. */
export const inboundWords = ({ inbound }: Pick<PlanAnswer, 'inbound'>): string =>
  inbound === 0 ? '' : `${linksHere(inbound)}.`;

/** The warning if an address with inbound links is removed or moves, else empty. */
export function removalWarning({ inbound, changes }: Pick<PlanAnswer, 'inbound' | 'changes'>): string {
  if (inbound === 0) return '';
  const isRedirected = changes.every((changed) => changed.change !== 'removed' || isMoved(changed));
  return isRedirected
    ? `An address changes. ${linksHere(inbound)}; the old address will redirect.`
    : `An address is removed. ${linksHere(inbound)}.`;
}

/** Lists titles of the linking pages; empty if none are known. */
export function linkedFrom({ inbound, links = [] }: Pick<PlanAnswer, 'inbound' | 'links'>): string {
  if (inbound === 0 || links.length === 0) return '';
  const named = links.slice(0, maxListed).map(({ title }) => `“${title}”`);
  const remaining = inbound - named.length;
  if (remaining > 0) return `Linked from ${named.join(', ')} and ${remaining.toLocaleString('en')} more.`;
  const sentence = `Linked from ${named.join(', ')}`;
  // A title that ends with a full stop ends the sentence.
  return /[.!?…]”$/.test(sentence) ? sentence : `${sentence}.`;
}
