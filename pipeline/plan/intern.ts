import { queryKey, type QueryKey } from './queries.ts';

type Reads = ReadonlyMap<QueryKey, string>;
type Read = readonly [key: QueryKey, hash: string];

/** A page's recorded queries. Most are shared by nearly all pages with the same answers and stored in shared maps. */
class KeptReads implements Reads {
  /** The query that only this page reads, such as `page:about`; null if there is none. */
  readonly #key: QueryKey | null;
  readonly #hash: string;
  /** Images, demos, links and lists, which few pages have in common. */
  readonly #parts: Reads;
  readonly #rest: Reads;

  constructor([key, hash]: Read | [null, string], { parts, rest }: { parts: Reads; rest: Reads }) {
    this.#key = key;
    this.#hash = hash;
    this.#parts = parts;
    this.#rest = rest;
  }

  #all(): Read[] {
    const own: Read[] = this.#key === null ? [] : [[this.#key, this.#hash]];
    return [...own, ...this.#parts, ...this.#rest];
  }

  [Symbol.iterator](): MapIterator<[QueryKey, string]> {
    return this.entries();
  }

  entries(): MapIterator<[QueryKey, string]> {
    return (this.#all() as [QueryKey, string][]).values();
  }

  keys(): MapIterator<QueryKey> {
    return this.#all()
      .map(([key]) => key)
      .values();
  }

  values(): MapIterator<string> {
    return this.#all()
      .map(([, hash]) => hash)
      .values();
  }

  get(key: QueryKey): string | undefined {
    return key === this.#key ? this.#hash : (this.#parts.get(key) ?? this.#rest.get(key));
  }

  has(key: QueryKey): boolean {
    return this.get(key) !== undefined;
  }

  get size(): number {
    return Number(this.#key !== null) + this.#parts.size + this.#rest.size;
  }

  forEach(callback: (hash: string, key: QueryKey, reads: Reads) => void): void {
    for (const [key, hash] of this.#all()) callback(hash, key, this);
  }
}

/**
 * Returns an equal map of recorded queries that shares equal parts with earlier results. `inMemory` maps texts to
 * copies that are already in memory; these are used instead of new copies.
 */
export type InternReads = (reads: Iterable<Read>, inMemory?: ReadonlyMap<string, string>) => Reads;

const partPrefixes = (['image', 'shownDemo', 'address', 'linked', 'list', 'neighbors'] as const).map((name) =>
  queryKey(name, ['']),
);
const isPart = (key: QueryKey): boolean => partPrefixes.some((prefix) => key.startsWith(prefix));

export function createReadsInterner(): InternReads {
  const known = new Map<string, Reads>();
  const once = (reads: readonly Read[]): Reads => {
    const name = reads.flat().join('\n');
    const found = known.get(name) ?? new Map(reads);
    known.set(name, found);
    return found;
  };
  return (reads, inMemory) => {
    const text = (copied: string): string => inMemory?.get(copied) ?? copied;
    let own: Read | [null, string] = [null, ''];
    const [parts, rest]: [Read[], Read[]] = [[], []];
    for (const read of reads) {
      const [key, hash] = read;
      if (isPart(key)) parts.push(read);
      else if (own[0] === null && key.includes(':')) own = [text(key), text(hash)];
      else rest.push(read);
    }
    return new KeptReads(own, { parts: once(parts), rest: once(rest) });
  };
}

/** Returns the first string that was passed with the same content, so that equal strings are in memory once. */
export type InternString = <Text extends string | null>(text: Text) => Text;

export function createStringInterner(): InternString {
  const known = new Map<string | null, string | null>();
  return <Text extends string | null>(text: Text): Text => {
    const found = known.get(text);
    if (found !== undefined) return found as Text;
    known.set(text, text);
    return text;
  };
}
