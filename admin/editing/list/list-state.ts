import type { DraftSummary } from '@frontage/model/draft';

/** The filters of a list: the value in its address, and the label. */
export const listStates = {
  '': 'Any state',
  published: 'Published',
  draft: 'Draft',
  edited: 'Edited',
  review: 'In review',
} as const;

/** Whether a document is in the filtered state; unknown filters match all. */
export function isInState(
  state: string,
  { is_published }: { is_published: boolean },
  draft: Pick<DraftSummary, 'review'> | undefined,
): boolean {
  if (state === 'published') return is_published;
  if (state === 'draft') return !is_published;
  if (state === 'edited') return draft !== undefined;
  return state !== 'review' || Boolean(draft?.review);
}
