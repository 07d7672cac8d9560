import type { PlanAnswer, PlannedChange } from './preview.ts';

// What publishing changes, in the words of back office and command line alike.

const count = (many: number, one: string, several: string): string =>
  `${many.toLocaleString('en')} ${many === 1 ? one : several}`;

export const addresses = (many: number): string => count(many, 'address', 'addresses');

/** How long visitors wait for it. */
export function timeWords(ms: number): string {
  if (ms < 1_000) return 'in under a second';
  if (ms < 90_000) return `in about ${count(Math.ceil(ms / 1_000), 'second', 'seconds')}`;
  return `in about ${count(Math.round(ms / 60_000), 'minute', 'minutes')}`;
}

/** What publishing does, in a few words, and what is left out of them where there is little room. */
export function impactParts({ total, all }: Pick<PlanAnswer, 'total' | 'all'>): { short: string; more: string } {
  if (total === 0) return { short: 'Publishing changes no address', more: '' };
  return all
    ? { short: 'This changes every page', more: `, ${addresses(total)}` }
    : { short: `This changes ${addresses(total)}`, more: '' };
}

/** The same, all of it. */
export function impactWords(plan: Pick<PlanAnswer, 'total' | 'all'>): string {
  const { short, more } = impactParts(plan);
  return short + more;
}

/** What is added to them: the time, of what is every page or takes a while. */
export const waitWords = ({ ms, all }: Pick<PlanAnswer, 'ms' | 'all'>): string =>
  all || ms >= 1_000 ? `, ${timeWords(ms)}` : '';

const words: Record<PlannedChange['change'], string> = { removed: 'Goes away', added: 'New', changed: 'Changes' };

/** What becomes of an address. */
export const changeWords = (changed: Pick<PlannedChange, 'change' | 'to'>): string =>
  isMoved(changed) ? 'Moves' : words[changed.change];

const isMoved = ({ change, to }: Pick<PlannedChange, 'change' | 'to'>): boolean => change === 'removed' && to != null;

const mostNamed = 5;

const linksHere = (inbound: number): string => count(inbound, 'page links here', 'pages link here');

/** Who is left without what they link to; empty where nobody is. */
export const inboundWords = ({ inbound }: Pick<PlanAnswer, 'inbound'>): string =>
  inbound === 0 ? '' : `${linksHere(inbound)}.`;

/** That something which is linked to goes away, or moves; empty where nothing does. */
export function goneWords({ inbound, changes }: Pick<PlanAnswer, 'inbound' | 'changes'>): string {
  if (inbound === 0) return '';
  const isLed = changes.every((changed) => changed.change !== 'removed' || isMoved(changed));
  return isLed
    ? `An address moves. ${linksHere(inbound)}, and ${inbound === 1 ? 'is' : 'are'} led on.`
    : `An address goes away. ${linksHere(inbound)}.`;
}

/** Which pages those are, by name; empty where there are none. */
export function linkedFrom({ inbound, links = [] }: Pick<PlanAnswer, 'inbound' | 'links'>): string {
  if (inbound === 0 || links.length === 0) return '';
  const named = links.slice(0, mostNamed).map(({ title }) => `“${title}”`);
  const left = inbound - named.length;
  return `From ${named.join(', ')}${left > 0 ? ` and ${left.toLocaleString('en')} more` : ''}.`;
}
