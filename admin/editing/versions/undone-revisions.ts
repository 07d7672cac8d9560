import type { Savable } from '@frontage/model/kinds/kinds';
import { createContext, useContext } from 'react';

/**
 * The revisions that an undo wrote, by the revision with the same content before the undone change (`kind/id@rev`):
 * earlier changes of a document can then be undone, too.
 */
export type UndoneRevisions = Map<string, number>;

/** Provided once per signed-in user. */
export const UndoneRevisionsContext = createContext<UndoneRevisions | null>(null);

/** Notes and finds the revisions that an undo wrote. */
export function useUndoneRevisions() {
  const revisions = useContext(UndoneRevisionsContext);
  const keyOf = (kind: Savable, id: string, rev: number) => `${kind}/${id}@${rev}`;
  return {
    note: (kind: Savable, id: string, { same, rev }: { same: number; rev: number }): void => {
      revisions?.set(keyOf(kind, id, same), rev);
    },
    /** The newest known revision with the content of `rev`. */
    latest: (kind: Savable, id: string, rev: number): number => {
      let found = rev;
      for (let next; (next = revisions?.get(keyOf(kind, id, found))) !== undefined && next > found;) found = next;
      return found;
    },
  };
}
