// List rows carry their id as `data-row`.
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-row]')];

/**
 * Remembers the position of rows. The returned function restores focus that was lost when they were removed: to the
 * first of them that exists, to the row now in their place, or to the screen's heading.
 */
export function keepRowFocus(...ids: readonly string[]): () => void {
  const isMeant = ({ dataset }: HTMLElement) => ids.includes(dataset['row'] ?? '');
  const place = rows().findIndex(isMeant);
  // Runs after the next render, which may remove or restore rows.
  return () => requestAnimationFrame(() => setTimeout(() => giveBack(isMeant, place)));
}

function giveBack(isMeant: (row: HTMLElement) => boolean, place: number): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const now = rows();
  const next = now.find(isMeant) ?? now[Math.min(place, now.length - 1)];
  const controls = ['a[href]', 'button'].map((control) => next?.querySelector<HTMLElement>(control));
  const target = controls.find((control) => control) ?? document.querySelector<HTMLElement>('main h1');
  target?.focus();
}
