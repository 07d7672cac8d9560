// List rows carry their id as `data-row`.
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-row]')];

/**
 * Stores the position of the rows `ids`. The returned function restores focus that was lost when they were removed: to
 * the first of these rows that exists, else to the row at their position, else to the screen's heading.
 */
export function keepRowFocus(...ids: readonly string[]): () => void {
  const isOfIds = ({ dataset }: HTMLElement) => ids.includes(dataset['row'] ?? '');
  const index = rows().findIndex(isOfIds);
  // Runs after the next render, which may remove or restore rows.
  return () => requestAnimationFrame(() => setTimeout(() => restoreFocus(isOfIds, index)));
}

function restoreFocus(isOfIds: (row: HTMLElement) => boolean, index: number): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const now = rows();
  const next = now.find(isOfIds) ?? now[Math.min(index, now.length - 1)];
  const controls = ['a[href]', 'button'].map((control) => next?.querySelector<HTMLElement>(control));
  const target = controls.find((control) => control) ?? document.querySelector<HTMLElement>('main h1');
  target?.focus();
}
