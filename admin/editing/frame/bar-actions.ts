/** What a button of an editor's bar does: save as it stands, or save so that visitors see it or no longer do. */
export type BarAction = 'save' | 'publish' | 'unpublish';

export interface BarActions {
  /** The next step most people want: the one button that stands out, and what Ctrl/Cmd+Enter does. */
  right: BarAction;
  /** In the bar, in this order. */
  buttons: readonly BarAction[];
  /** In the menu beside them. */
  menu: readonly BarAction[];
}

/** Which actions an editor offers, by what is stored and who looks. Saving is a button of its own in every state. */
export function barActions({ isPublished, canPublish }: { isPublished: boolean; canPublish: boolean }): BarActions {
  if (!canPublish) return { right: 'save', buttons: ['save'], menu: [] };
  if (isPublished) return { right: 'save', buttons: ['save'], menu: ['unpublish'] };
  return { right: 'publish', buttons: ['save', 'publish'], menu: [] };
}
