import { kindOf, nameOf, type Kind } from '@frontage/model/kinds';
import { collections } from '@frontage/model/paths';
import { type SearchedCollection, searchIndexOf, searchSet } from '@frontage/model/search-index/searched';
import type { SearchEntry } from '@frontage/model/search-index/search-shard';
import type { Listed } from '@frontage/model/summaries/listed';
import type { QueryClient } from '@tanstack/react-query';
import { type DocumentStore, type Entry, valueOf } from '../documents/document-store.ts';
import { readListedDocuments } from '../documents/read-listed.ts';
import type { SearchResults } from './search-index.ts';

interface PartMessage {
  name: string;
  collection: string;
  /** A stored shard, or the entries of documents without an index. */
  content: string | [id: string, entry: SearchEntry][];
}

export type SearchRequest =
  | { type: 'put'; parts: PartMessage[] }
  | { type: 'search'; typed: string; scope: { collections: readonly string[]; limit: number } }
  | { type: 'ids'; typed: string; collection: string };

export type SearchReply = { id: number; value: unknown } | { id: number; error: string };

const clientKey = ['search client'] as const;

/** Opens the search of this session. It ends with the session's cache. */
export const openSearch = (client: QueryClient, store: DocumentStore): Promise<SearchClient> =>
  client.fetchQuery({
    queryKey: clientKey,
    queryFn: () => {
      const search = new SearchClient(store);
      const stop = client.getQueryCache().subscribe(({ type, query }) => {
        if (type !== 'removed' || (query.queryKey as readonly unknown[])[0] !== clientKey[0]) return;
        search.close();
        stop();
      });
      return search;
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });

const checkEveryMs = 2_000;

/** Searches all documents that this user may read. Reads the index once, then its changed parts. */
class SearchClient {
  readonly #store: DocumentStore;
  readonly #worker = new Worker(new URL('search.worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #requests = 0;
  readonly #loaded = new Set<SearchedCollection>();
  /** The time of the last change of each part that was read. */
  readonly #versions = new Map<string, string>();
  /** For each index, the latest of these times. */
  readonly #readUntil = new Map<string, { value: unknown; text: string }>();
  #checkedAt = -Infinity;
  #refreshing: Promise<void> = Promise.resolve();

  constructor(store: DocumentStore) {
    this.#store = store;
    this.#worker.addEventListener('message', ({ data }: MessageEvent<SearchReply>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('error' in data) waiting?.reject(new Error(data.error));
      else waiting?.resolve(data.value);
    });
    this.#worker.addEventListener('error', ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message));
      this.#waiting.clear();
    });
  }

  /** The best hits in these collections and their drafts. Rejects with a `DocumentError`. */
  async search(typed: string, scope: { collections: readonly SearchedCollection[]; limit: number }) {
    await this.#refresh([...scope.collections, collections.drafts]);
    return (await this.#ask({ type: 'search', typed, scope })) as SearchResults;
  }

  /** The ids of all documents of a collection that have the words, also in their drafts, the best first. */
  async findIds(typed: string, collection: SearchedCollection): Promise<string[]> {
    await this.#refresh([collection, collections.drafts]);
    return (await this.#ask({ type: 'ids', typed, collection })) as string[];
  }

  close(): void {
    this.#worker.terminate();
  }

  #ask(request: SearchRequest): Promise<unknown> {
    const id = (this.#requests += 1);
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#worker.postMessage({ id, request });
    return waiting.promise;
  }

  /** Reads collections that are not loaded, and every two seconds the changed parts of the others. */
  #refresh(wanted: readonly SearchedCollection[]): Promise<void> {
    const next = async () => {
      const missing = wanted.filter((collection) => !this.#loaded.has(collection));
      const isDue = Date.now() - this.#checkedAt >= checkEveryMs;
      if (isDue) await Promise.all([...this.#readUntil.keys()].map((target) => this.#readChanges(target)));
      if (missing.length > 0) await Promise.all(missing.map((collection) => this.#load(collection)));
      if (isDue || missing.length > 0) this.#checkedAt = Date.now();
    };
    this.#refreshing = this.#refreshing.catch(() => undefined).then(next);
    return this.#refreshing;
  }

  async #load(collection: SearchedCollection): Promise<void> {
    const [target, set] = [searchIndexOf(collection), searchSet(collection)];
    const shards = valueOf(await this.#store.list(target, { where: { field: 'set', equals: set } }));
    if (shards.some(({ id }) => id === set)) {
      await this.#put(target, shards);
      this.#loaded.add(collection);
      return;
    }
    // The index is not built yet: titles are found.
    const kind = kindOf(collection);
    if (kind === null) return;
    const listed = await readListedDocuments(this.#store, kind, { mayReadTrash: false });
    const content = listed.map((entry): [string, SearchEntry] => [entry.document.id, entryOf(kind, entry)]);
    await this.#ask({ type: 'put', parts: [{ name: set, collection, content }] });
  }

  async #readChanges(target: string): Promise<void> {
    const until = this.#readUntil.get(target)?.value;
    await this.#put(target, valueOf(await this.#store.list(target, { newestBy: 'at', until })));
  }

  async #put(target: string, shards: readonly Entry[]): Promise<void> {
    const parts = shards.flatMap(({ id, data: { set, entries, at } }): PartMessage[] => {
      const text = String((at as { text?: string } | undefined)?.text);
      if (this.#versions.get(id) === text) return [];
      this.#versions.set(id, text);
      const known = this.#readUntil.get(target);
      if (known === undefined || text > known.text) this.#readUntil.set(target, { value: at, text });
      const collection = String(set).replace(/_\d+$/, '');
      return typeof entries === 'string' ? [{ name: id, collection, content: entries }] : [];
    });
    if (parts.length > 0) await this.#ask({ type: 'put', parts });
  }
}

const entryOf = <K extends Kind>(kind: K, { document }: Listed<K>): SearchEntry => ({
  title: nameOf(kind, document),
  slug: 'slug' in document ? document.slug : document.section_key,
  isPublished: document.is_published,
  updatedAt: document.updated_at,
});
