/**
 * Selects one row of a result shared by all rows, used as `select` of a query: a row renders again only if its own part
 * changes. Null for unknown rows: react-query treats undefined as no data, and would render without end between the
 * previous data and none.
 */
export const selectRow =
  (id: string) =>
  <Part>(parts: ReadonlyMap<string, Part>): Part | null =>
    parts.get(id) ?? null;
