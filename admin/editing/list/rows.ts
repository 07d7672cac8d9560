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
