import type { Snapshot } from '@frontage/model/content';
import { changedKeys } from '../sync/patched-map.ts';

/**
 * One part of a snapshot that a query can depend on: a whole field (`settings`), one entry of a map
 * (`publishedPages:about`) or a map as a whole (`menu:*`).
 */
export type Cell = string;

const mapNames = [
  'sections',
  'publishedPages',
  'publishedDemos',
  'pageSlugs',
  'demoSlugs',
  'entries',
  'entrySlugs',
  'lists',
  'neighbors',
  'menu',
  'cards',
  'sitemap',
  'search',
  'embeds',
  'images',
  'media',
] as const;
const fieldNames = ['sitemapIndex', 'newestPages', 'settings', 'config', 'asOf'] as const;

/** A view of a snapshot that calls `touch` for each cell read through it. */
export function watchSnapshot(snapshot: Snapshot, touch: (cell: Cell) => void): Snapshot {
  const watched = { ...snapshot };
  for (const name of mapNames) {
    const map: ReadonlyMap<string, unknown> = snapshot[name];
    Object.defineProperty(watched, name, { value: new WatchedMap(map, (key) => touch(`${name}:${key}`)) });
  }
  for (const name of fieldNames) {
    Object.defineProperty(watched, name, {
      get: () => {
        touch(name);
        return snapshot[name];
      },
    });
  }
  return watched;
}

/** Every cell whose content differs. Entries are compared by identity: an unchanged document keeps its object. */
export function changedCells(before: Snapshot, after: Snapshot): Set<Cell> {
  const changed = new Set<Cell>(fieldNames.filter((name) => before[name] !== after[name]));
  for (const name of mapNames) {
    for (const key of changedKeys<unknown>(before[name], after[name])) changed.add(`${name}:${key}`).add(`${name}:*`);
  }
  return changed;
}

class WatchedMap<Value> implements ReadonlyMap<string, Value> {
  readonly #map: ReadonlyMap<string, Value>;
  readonly #touch: (key: string) => void;

  constructor(map: ReadonlyMap<string, Value>, touch: (key: string) => void) {
    this.#map = map;
    this.#touch = touch;
  }

  #whole(): ReadonlyMap<string, Value> {
    this.#touch('*');
    return this.#map;
  }

  get(key: string): Value | undefined {
    this.#touch(key);
    return this.#map.get(key);
  }

  has(key: string): boolean {
    this.#touch(key);
    return this.#map.has(key);
  }

  get size(): number {
    return this.#whole().size;
  }

  forEach(callback: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    this.#whole().forEach(callback);
  }

  entries(): MapIterator<[string, Value]> {
    return this.#whole().entries();
  }

  keys(): MapIterator<string> {
    return this.#whole().keys();
  }

  values(): MapIterator<Value> {
    return this.#whole().values();
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.#whole()[Symbol.iterator]();
  }
}
