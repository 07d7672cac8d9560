import type { QueryKey } from './answers.ts';
import type { Receipt } from './plan.ts';

/** Which routes have asked each query: whom a changed answer concerns. */
export interface Readers {
  of(query: QueryKey): Iterable<string>;
  /** Arguments that some route has asked a query with. */
  argumentsOf(name: string): string[];
  /** Takes a route's newer receipt, or none, in place of the one before. */
  replace(before: Receipt | undefined, after: Receipt | undefined): void;
}

export function openReaders(receipts: Iterable<Receipt>): Readers {
  const byName = new Map<string, Map<QueryKey, Set<string>>>();
  const queriesOf = (key: QueryKey): Map<QueryKey, Set<string>> => {
    const name = key.split(':', 1)[0] ?? key;
    const queries = byName.get(name) ?? new Map<QueryKey, Set<string>>();
    byName.set(name, queries);
    return queries;
  };
  const remove = ({ route, reads }: Receipt): void => {
    for (const key of reads.keys()) {
      const queries = queriesOf(key);
      const routes = queries.get(key);
      routes?.delete(route);
      if (routes?.size === 0) queries.delete(key);
    }
  };
  const add = ({ route, reads }: Receipt): void => {
    for (const key of reads.keys()) {
      const queries = queriesOf(key);
      queries.set(key, (queries.get(key) ?? new Set()).add(route));
    }
  };
  for (const receipt of receipts) add(receipt);
  return {
    of: (query) => queriesOf(query).get(query) ?? [],
    argumentsOf: (name) => [...(byName.get(name)?.keys() ?? [])].map((key) => key.slice(name.length + 1)),
    replace: (before, after) => {
      if (before) remove(before);
      if (after) add(after);
    },
  };
}
