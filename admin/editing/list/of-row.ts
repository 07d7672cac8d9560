/**
 * Takes one row's part out of what was asked for all of them, as `select` of a query: the row is drawn again where its part is another
 * one, not whenever an answer comes. Null where it has none: undefined is no answer to react-query, which then draws without end
 * between the former answer, kept meanwhile, and none.
 */
export const ofRow =
  (id: string) =>
  <Part>(parts: ReadonlyMap<string, Part>): Part | null =>
    parts.get(id) ?? null;
