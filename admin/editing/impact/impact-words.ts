import type { PlanAnswer, PlannedChange } from '@frontage/model/preview';

const count = (many: number, one: string, several: string): string =>
  `${many.toLocaleString('en')} ${many === 1 ? one : several}`;

export const addresses = (many: number): string => count(many, 'address', 'addresses');

/** How long visitors wait for it. */
export function timeWords(ms: number): string {
  if (ms < 1_000) return 'in less than a second';
  if (ms < 90_000) return `in about ${count(Math.ceil(ms / 1_000), 'second', 'seconds')}`;
  return `in about ${count(Math.round(ms / 60_000), 'minute', 'minutes')}`;
}

/** What publishing does, in a few words. */
export function impactWords({ total, all }: Pick<PlanAnswer, 'total' | 'all'>): string {
  if (total === 0) return 'Publishing changes no address';
  return all ? `This changes every page, ${addresses(total)}` : `This changes ${addresses(total)}`;
}

/** What is added to them of something that takes a while. */
export const waitWords = ({ ms }: Pick<PlanAnswer, 'ms'>): string => (ms < 1_000 ? '' : `, ${timeWords(ms)}`);

/** What of a plan is named before the rest: what goes away, then what comes, then what changes. */
export const byWeight = (changes: readonly PlannedChange[]): PlannedChange[] =>
  (['removed', 'added', 'changed'] as const).flatMap((kind) => changes.filter(({ change }) => change === kind));

/** Who is left without what they link to; empty where nobody is. */
export const inboundWords = ({ inbound }: Pick<PlanAnswer, 'inbound'>): string =>
  inbound === 0 ? '' : `${count(inbound, 'page links', 'pages link')} here.`;

const named = 5;

/** What becomes of the site when something is withdrawn, in two or three sentences. */
export function withdrawalWords(plan: Pick<PlanAnswer, 'changes' | 'total' | 'inbound'>): string {
  if (plan.total === 0) return 'Visitors see no difference.';
  const gone = plan.changes.filter(({ change }) => change === 'removed').map(({ path }) => path);
  const more = gone.length > named ? ` and ${addresses(gone.length - named)} more` : '';
  const away =
    gone.length === 0 ? '' : `${gone.slice(0, named).join(', ')}${more} ${gone.length === 1 ? 'goes' : 'go'} away.`;
  const others = plan.total - gone.length;
  const change = others === 0 ? '' : `${addresses(others)} ${others === 1 ? 'changes' : 'change'} with it.`;
  return [away, inboundWords(plan), change].filter((sentence) => sentence !== '').join(' ');
}

/** What is said where no page is to be shown: a redirect, or nothing. */
export const missingWords = ({ change, reason }: Pick<PlannedChange, 'change' | 'reason'>) => ({
  before: change === 'added' ? 'Nothing is here yet.' : 'No page is here.',
  after: `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`,
});
