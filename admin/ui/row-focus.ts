// Rows of lists carry their id as `data-row`.
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-row]')];

/**
 * Remembers where rows stand. Calling the answer when they may be gone, or back again, gives a focus that was lost on the
 * way back: to the first of them that is there, to the row that took their place, or to the screen's heading where none did.
 */
export function holdRowFocus(...ids: readonly string[]): () => void {
  const isMeant = ({ dataset }: HTMLElement) => ids.includes(dataset['row'] ?? '');
  const place = rows().findIndex(isMeant);
  // After the next drawing, which may take rows away or bring them back.
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
