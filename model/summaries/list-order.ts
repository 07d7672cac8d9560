import { type Kind, kinds, orderFieldOf } from '../kinds/kinds.ts';
import { pagesInCycles, pageTree } from '../navigation.ts';
import type { ListedPage, Summary } from './listed.ts';

export interface Placed {
  id: string;
  created_at: string;
}

/** Returns the function for the fields of a document that decide its place in the list of its kind, from its summary. */
export function placesOf(kind: Kind): (id: string, summary: Summary) => Placed {
  const { fallback } = kinds[kind];
  const names = ['parent_id', orderFieldOf(kind)].filter((name) => name !== undefined);
  return (id, summary) => {
    const place: Record<string, unknown> & Placed = { id, created_at: String(summary['created_at'] ?? '') };
    for (const name of names) place[name] = summary[name] ?? fallback[name];
    return place;
  };
}

/** Compares documents of a kind by its order, without one or within the same number the newest first. */
export function compareListed(kind: Kind): (a: Placed, b: Placed) => number {
  const field = orderFieldOf(kind);
  const positionOf = (document: Placed) => (field === undefined ? 0 : Number(Reflect.get(document, field)));
  return (a, b) => positionOf(a) - positionOf(b) || compareNewest(a, b);
}

/**
 * Documents of a kind, or their places, in the order of the list: pages as a tree, others sorted. They end before a page
 * in a cycle of parents: its place does not follow from the pages before it.
 */
export function firstInList<P extends Placed>(kind: Kind, places: readonly P[]): P[] {
  if (kind !== 'page') return places.toSorted(compareListed(kind));
  const pages = places as (P & Pick<ListedPage, 'parent_id' | 'menu_order'>)[];
  const cyclic = pagesInCycles(pages);
  const ordered: P[] = pageTree(pages).map(({ page }) => page);
  const end = ordered.findIndex(({ id }) => cyclic.has(id));
  return end < 0 ? ordered : ordered.slice(0, end);
}

function compareNewest(a: Placed, b: Placed): number {
  if (a.created_at !== b.created_at) return a.created_at > b.created_at ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
