import type { Receipt } from './plan.ts';
import type { QueryKey } from './queries.ts';

/** The routes that read each query and are affected by a changed answer. */
export interface Readers {
  of(query: QueryKey): Iterable<string>;
  /** Whether any route reads the query. */
  has(query: QueryKey): boolean;
  /** The arguments with which routes read the query `name`. */
  argumentsOf(name: string): string[];
  /** Replaces the receipt of a route. Undefined stands for no receipt. */
  replace(before: Receipt | undefined, after: Receipt | undefined): void;
}

export function createReaders(receipts: Iterable<Receipt>): Readers {
  const byName = new Map<string, Relation>();
  const routesOf = (key: QueryKey): Relation => {
    const name = key.split(':', 1)[0] ?? key;
    const routes = byName.get(name) ?? new Relation();
    byName.set(name, routes);
    return routes;
  };
  const remove = ({ route, reads }: Receipt): void => {
    for (const key of reads.keys()) routesOf(key).delete(key, route);
  };
  const add = ({ route, reads }: Receipt): void => {
    for (const key of reads.keys()) routesOf(key).add(key, route);
  };
  for (const receipt of receipts) add(receipt);
  return {
    of: (query) => routesOf(query).of(query),
    has: (query) => routesOf(query).has(query),
    argumentsOf: (name) => [...(byName.get(name)?.keys() ?? [])].map((key) => key.slice(name.length + 1)),
    replace: (before, after) => {
      if (before) remove(before);
      if (after) add(after);
    },
  };
}

/** A multimap of names by key. Most keys have one name, which is stored without a set. */
export class Relation {
  readonly #names = new Map<string, string | Set<string>>();

  add(key: string, name: string): void {
    const known = this.#names.get(key);
    if (known === undefined) this.#names.set(key, name);
    else if (typeof known !== 'string') known.add(name);
    else if (known !== name) this.#names.set(key, new Set([known, name]));
  }

  delete(key: string, name: string): void {
    const known = this.#names.get(key);
    if (known === name) this.#names.delete(key);
    if (typeof known !== 'object') return;
    known.delete(name);
    if (known.size === 0) this.#names.delete(key);
  }

  of(key: string): Iterable<string> {
    const known = this.#names.get(key) ?? [];
    return typeof known === 'string' ? [known] : known;
  }

  /** Whether the key has any name, in constant time. */
  has(key: string): boolean {
    return this.#names.has(key);
  }

  keys(): Iterable<string> {
    return this.#names.keys();
  }
}
