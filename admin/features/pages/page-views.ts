/** A view of the pages list. */
export type View = 'tree' | 'cards' | 'navigation';

export const isView = (value: string | null): value is View =>
  value === 'tree' || value === 'cards' || value === 'navigation';

const entry = 'frontage.pages-view';

export const rememberView = (view: View): void => localStorage.setItem(entry, view);

/** The view chosen last in this browser; null if none was. */
export function rememberedView(): View | null {
  const view = localStorage.getItem(entry);
  return isView(view) ? view : null;
}
