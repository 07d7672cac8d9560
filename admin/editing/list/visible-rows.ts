import { createContext, useContext } from 'react';

const VisibleIds = createContext<readonly string[]>([]);

/** Provides rows with the ids of all visible documents, so that their marks are read in one query. */
export const VisibleRows = VisibleIds.Provider;

/** The ids of the documents that are visible together with this one. */
export function useVisibleWith(id: string): readonly string[] {
  const shown = useContext(VisibleIds);
  return shown.includes(id) ? shown : [id];
}
