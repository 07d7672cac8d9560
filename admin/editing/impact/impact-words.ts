import { counted } from '@frontage/model/counted';
import { addresses, inboundWords, linkedFrom } from '@frontage/model/impact';
import type { PlanAnswer, PlannedChange } from '@frontage/model/preview';

/** The changes of a plan in display order: removed, added, changed. */
export const sortByImportance = (changes: readonly PlannedChange[]): PlannedChange[] =>
  (['removed', 'added', 'changed'] as const).flatMap((kind) => changes.filter(({ change }) => change === kind));

const named = 5;

/** The effect of unpublishing or deleting on the site, in two or three sentences. */
export function withdrawalWords(plan: Pick<PlanAnswer, 'changes' | 'total' | 'inbound' | 'links'>): string {
  if (plan.total === 0) return 'Visitors see no difference.';
  const gone = plan.changes.filter(({ change }) => change === 'removed').map(({ path }) => path);
  const more = gone.length > named ? ` and ${addresses(gone.length - named)} more` : '';
  const removal =
    gone.length === 0 ? '' : `${gone.slice(0, named).join(', ')}${more} ${gone.length === 1 ? 'is' : 'are'} removed.`;
  const others = plan.total - gone.length;
  const change = others === 0 ? '' : `${counted(others, 'other address changes', 'other addresses change')}.`;
  return [removal, inboundWords(plan), linkedFrom(plan), change].filter((sentence) => sentence !== '').join(' ');
}

/** The texts shown instead of a page that does not exist before or after. */
export const missingPhrase = ({ change, reason }: Pick<PlannedChange, 'change' | 'reason'>) => ({
  before: change === 'added' ? 'No page exists here yet.' : 'There is no page here.',
  after: `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`,
});
