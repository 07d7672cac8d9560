// Rows of lists carry their id as `data-row`.
const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main [data-row]')];

/**
 * Remembers where a row stands. Calling the answer when the row may be gone gives a focus that was lost with it back: to
 * the row, to the one that took its place, or to the screen's heading where none did.
 */
export function holdRowFocus(id: string): () => void {
  const place = rows().findIndex((each) => each.dataset['row'] === id);
  // After the next drawing, which may take the row away or bring it back.
  return () => requestAnimationFrame(() => setTimeout(() => giveBack(id, place)));
}

function giveBack(id: string, place: number): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const now = rows();
  const next = now.find((each) => each.dataset['row'] === id) ?? now[place];
  const target = next?.querySelector<HTMLElement>('a[href], button') ?? document.querySelector<HTMLElement>('main h1');
  target?.focus();
}
