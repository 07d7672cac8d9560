import { createContext, startTransition, useContext, useEffect, useState } from 'react';

/** About as many rows as a tall screen shows. */
const first = 12;

/**
 * The rows of a list to render: at first those of one screen, then all in a transition, so that the browser stays
 * responsive. A component that changes to another list needs a `key`.
 */
export function useRenderedRows<Row>(rows: readonly Row[]): readonly Row[] {
  const [isWhole, setWhole] = useState(rows.length <= first);
  useEffect(() => {
    if (isWhole) return;
    // The first rows are painted before the rest is rendered.
    const frame = requestAnimationFrame(() => {
      startTransition(() => setWhole(true));
    });
    return () => cancelAnimationFrame(frame);
  }, [isWhole]);
  return isWhole ? rows : rows.slice(0, first);
}

/**
 * Selects one row of a result shared by all rows, used as `select` of a query: a row renders again only if its own part
 * changes. Null for unknown rows: react-query treats undefined as no data, and would render without end between the
 * previous data and none.
 */
export const selectRow =
  (id: string) =>
  <Part>(parts: ReadonlyMap<string, Part>): Part | null =>
    parts.get(id) ?? null;

/**
 * The data of a query for all rows while it loads: the previous data, at first empty. A row without a part then renders
 * once instead of twice.
 */
export const keepRows = <Part>(before: Map<string, Part> | undefined): Map<string, Part> =>
  before ?? new Map<string, Part>();

const VisibleIds = createContext<readonly string[]>([]);

/** Provides rows with the ids of all visible documents, so that their marks are read in one query. */
export const VisibleRows = VisibleIds.Provider;

/** The ids of the documents that are visible together with this one. */
export function useVisibleWith(id: string): readonly string[] {
  const shown = useContext(VisibleIds);
  return shown.includes(id) ? shown : [id];
}

interface ItemResult<Item> {
  item: Item;
  /** Null for success. */
  error: unknown;
}

/** Applies an action to each item with limited concurrency. Returns the results in the items' order. Never rejects. */
export async function runEach<Item>(
  items: readonly Item[],
  action: (item: Item) => Promise<void>,
  onProgress: (done: number) => void,
): Promise<ItemResult<Item>[]> {
  const results: ItemResult<Item>[] = items.map((item) => ({ item, error: null }));
  const waiting = results.values();
  let done = 0;
  const work = async () => {
    for (const result of waiting) {
      try {
        await action(result.item);
      } catch (error) {
        result.error = error ?? new Error('failed');
      }
      onProgress((done += 1));
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, work));
  return results;
}

// Enough to hide the latency; few enough to leave connections for the browser's other requests.
const maxConcurrent = 4;

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

// Rows that come back, by an undo or because their deletion failed, are read again first: for at most a second.
function restoreFocus(isOfIds: (row: HTMLElement) => boolean, index: number, tries = 20): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const now = rows();
  const own = now.find(isOfIds);
  if (!own && (index < 0 || now.length === 0) && tries > 0) {
    setTimeout(() => restoreFocus(isOfIds, index, tries - 1), 50);
    return;
  }
  const next = own ?? now[Math.min(index, now.length - 1)];
  const controls = ['a[href]', 'button'].map((control) => next?.querySelector<HTMLElement>(control));
  const target = controls.find((control) => control) ?? document.querySelector<HTMLElement>('main h1');
  target?.focus();
}
