import { reviewState, type DraftSummary } from '@frontage/model/draft';

/** What a list can be narrowed to: the value in its address, and the label. */
export const listStates = {
  '': 'Any state',
  published: 'Published',
  draft: 'Draft',
  edited: 'Edited',
  review: 'Waiting for review',
} as const;

/** Whether a document is in the state a list is narrowed to; any other word is none. */
export function isInState(
  state: string,
  { is_published }: { is_published: boolean },
  draft: Pick<DraftSummary, 'review' | 'rev' | 'note'> | undefined,
): boolean {
  if (state === 'published') return is_published;
  if (state === 'draft') return !is_published;
  if (state === 'edited') return draft !== undefined;
  return state !== 'review' || (draft !== undefined && ['waiting', 'moved'].includes(reviewState(draft)));
}
