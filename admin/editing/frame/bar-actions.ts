import type { ReviewState } from '@frontage/model/draft';

/**
 * What a button of an editor's bar does: save as it stands, or save so that visitors see it or no longer do; keep what is
 * typed as a draft, or give that up; ask for it to be published, or take that back.
 */
export type BarAction = 'save' | 'publish' | 'unpublish' | 'draft' | 'discard' | 'submit' | 'withdraw';

export interface BarActions {
  /** The next step most people want: the one button that stands out, and what Ctrl/Cmd+Enter does. */
  right: BarAction;
  /** What Ctrl/Cmd+S does. */
  saves: 'save' | 'draft';
  /** In the bar, in this order. */
  buttons: readonly BarAction[];
  /** In the menu beside them. */
  menu: readonly BarAction[];
}

interface Circumstances {
  /** Whether something is stored that can be asked for. */
  isStored: boolean;
  isPublished: boolean;
  canPublish: boolean;
  /** How far a working copy has come where what is typed is kept as one; null elsewhere. */
  draft: { isKept: boolean; review: ReviewState } | null;
}

/** Which actions an editor offers, by what is stored and who looks. Saving is a button of its own in every state. */
export function barActions({ isStored, isPublished, canPublish, draft }: Circumstances): BarActions {
  const keep: BarAction[] = draft ? ['draft'] : [];
  const drop: BarAction[] = draft?.isKept ? ['discard'] : [];
  if (!canPublish) return proposing(isStored, draft);
  if (isPublished) return { right: 'save', saves: 'save', buttons: [...keep, 'save'], menu: [...drop, 'unpublish'] };
  return { right: 'publish', saves: 'save', buttons: [...keep, 'save', 'publish'], menu: drop };
}

/** Of somebody who publishes nothing: they ask. */
function proposing(isStored: boolean, draft: Circumstances['draft']): BarActions {
  const saves = draft ? 'draft' : 'save';
  if (!isStored) return { right: saves, saves, buttons: [saves], menu: [] };
  if (draft?.review === 'waiting') return { right: saves, saves, buttons: [saves], menu: ['withdraw', 'discard'] };
  const right = draft ? 'submit' : saves;
  return { right, saves, buttons: [saves, 'submit'], menu: draft?.isKept ? ['discard'] : [] };
}
