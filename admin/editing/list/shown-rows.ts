import { createContext, useContext } from 'react';

const ShownIds = createContext<readonly string[]>([]);

/** Tells rows which documents are on the screen: what they are marked with is then asked for all of them together. */
export const ShownRows = ShownIds.Provider;

/** The documents that are on the screen with this one. */
export function useShownWith(id: string): readonly string[] {
  const shown = useContext(ShownIds);
  return shown.includes(id) ? shown : [id];
}
