import { addresses, inboundWords, linkedFrom } from '@frontage/model/impact';
import type { PlanAnswer, PlannedChange } from '@frontage/model/preview';

/** What of a plan is named before the rest: what goes away, then what comes, then what changes. */
export const byWeight = (changes: readonly PlannedChange[]): PlannedChange[] =>
  (['removed', 'added', 'changed'] as const).flatMap((kind) => changes.filter(({ change }) => change === kind));

const named = 5;

/** What becomes of the site when something is withdrawn, in two or three sentences. */
export function withdrawalWords(plan: Pick<PlanAnswer, 'changes' | 'total' | 'inbound' | 'links'>): string {
  if (plan.total === 0) return 'Visitors see no difference.';
  const gone = plan.changes.filter(({ change }) => change === 'removed').map(({ path }) => path);
  const more = gone.length > named ? ` and ${addresses(gone.length - named)} more` : '';
  const away =
    gone.length === 0 ? '' : `${gone.slice(0, named).join(', ')}${more} ${gone.length === 1 ? 'goes' : 'go'} away.`;
  const others = plan.total - gone.length;
  const change = others === 0 ? '' : `${addresses(others)} ${others === 1 ? 'changes' : 'change'} with it.`;
  return [away, inboundWords(plan), linkedFrom(plan), change].filter((sentence) => sentence !== '').join(' ');
}

/** What is said where no page is to be shown: a redirect, or nothing. */
export const missingWords = ({ change, reason }: Pick<PlannedChange, 'change' | 'reason'>) => ({
  before: change === 'added' ? 'Nothing is here yet.' : 'No page is here.',
  after: `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`,
});
