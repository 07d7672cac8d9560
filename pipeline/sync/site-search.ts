import { excerpt, excerptedFrom } from '@frontage/model/excerpt';
import { limits } from '@frontage/model/limits';
import { parseMarkdown } from '@frontage/model/markdown';
import { collections, sitePaths } from '@frontage/model/paths';
import type { Demo } from '@frontage/model/demo';
import type { Page } from '@frontage/model/page';
import {
  type ChangedSearch,
  emptySearch,
  noSearch,
  type SearchChange,
  type SearchDocument,
  type SearchIndex,
  searchSteps,
} from '@frontage/model/search';
import { openSlices } from './in-slices.ts';
import { changedKeys, patchMap } from './patched-map.ts';

/** The documents that a search finds, by slug. */
interface Searched {
  pages: ReadonlyMap<string, Page>;
  demos: ReadonlyMap<string, Demo>;
}

/**
 * The search index of a composition, derived from that of the composition before. It is not computed until it is needed:
 * the index of a whole site takes seconds. `prepare` computes it in slices; reading it first computes it at once.
 */
export class SiteSearch {
  readonly #searched: Searched;
  /** Null once the index is computed, and for an index from scratch. */
  #previous: SiteSearch | null;
  #index: SearchIndex | null = null;
  /** The computation, once it has begun. */
  #run: { from: SearchIndex; steps: Generator<undefined, ChangedSearch, undefined> } | null = null;

  private constructor(searched: Searched, previous: SiteSearch | null) {
    this.#searched = searched;
    this.#previous = previous;
  }

  /** The index of a site without search. */
  static off(): SiteSearch {
    const search = new SiteSearch(noDocuments, null);
    search.#index = noSearch;
    return search;
  }

  /** The index of these documents; the same object if they are unchanged. */
  next(searched: Searched): SiteSearch {
    if (this.isOff) return new SiteSearch(searched, null);
    const { pages, demos } = this.#searched;
    const changed = [...changedKeys(pages, searched.pages), ...changedKeys(demos, searched.demos)];
    return changed.length === 0 ? this : new SiteSearch(searched, this);
  }

  get isOff(): boolean {
    return this.#index === noSearch;
  }

  /** The shards by name. */
  get shards(): SearchIndex['shards'] {
    return this.#now().shards;
  }

  /** Computes the index with pauses for other work of the thread. */
  async prepare(): Promise<void> {
    if (this.#index !== null) return;
    if (this.#run === null) await this.#base()?.prepare();
    const pause = openSlices();
    // Another caller may take steps or compute the rest in a pause.
    while (this.#index === null) {
      this.#step();
      await pause();
    }
  }

  #now(): SearchIndex {
    while (this.#index === null) this.#step();
    return this.#index;
  }

  /** The previous index that is computed or being computed; others between are of no use. */
  #base(): SiteSearch | null {
    let base = this.#previous;
    while (base !== null && base.#index === null && base.#run === null) base = base.#previous;
    return base;
  }

  #step(): void {
    const { from, steps } = (this.#run ??= this.#begin());
    try {
      const step = steps.next();
      if (!step.done) return;
      const { shards, starts } = step.value;
      this.#index = { shards: patchMap(from.shards, shards), starts };
      this.#previous = null;
      this.#run = null;
    } catch (error) {
      // A generator that has thrown cannot continue.
      this.#run = null;
      throw error;
    }
  }

  #begin() {
    const base = this.#base();
    const [from, before] = base ? [base.#now(), base.#searched] : [emptySearch, noDocuments];
    return { from, steps: searchSteps(from, [...searchChanges(before, this.#searched)]) };
  }
}

const noDocuments: Searched = { pages: new Map(), demos: new Map() };

function* searchChanges(before: Searched, after: Searched): Generator<SearchChange> {
  yield* changesIn([before.pages, after.pages], collections.pages, searchedPage);
  yield* changesIn([before.demos, after.demos], collections.demos, searchedDemo);
}

const summaryLength = limits.metaDescription - 1;

function searchedPage({ slug, title, meta_description, body }: Page): SearchDocument {
  const text = body === null ? null : parseMarkdown(body);
  const words = text?.words('\n') ?? '';
  const summary = meta_description ?? excerpt(text?.opening(excerptedFrom(summaryLength)) || words, summaryLength);
  return { path: sitePaths.page(slug), title, description: meta_description, text: words, summary };
}

/** The fields that the gallery shows. The embed is not searched. */
const searchedDemo = ({ slug, heading, meta_description }: Demo): SearchDocument => ({
  path: sitePaths.demo(slug),
  title: heading,
  description: meta_description,
  text: '',
  summary: meta_description ?? '',
});

/** The changed documents of a collection. A document with a new slug is in both versions under different keys. */
function changesIn<Value extends { id: string }>(
  [before, after]: readonly [ReadonlyMap<string, Value>, ReadonlyMap<string, Value>],
  collection: string,
  searched: (value: Value) => SearchDocument,
): Iterable<SearchChange> {
  const changes = new Map<string, { before?: Value; after?: Value }>();
  for (const slug of changedKeys(before, after)) {
    for (const [side, value] of [
      ['before', before.get(slug)],
      ['after', after.get(slug)],
    ] as const) {
      if (!value) continue;
      const document = `${collection}/${value.id}`;
      changes.set(document, { ...changes.get(document), [side]: value });
    }
  }
  // Texts are read from the store when they are needed: those of a whole site do not fit in memory.
  return Array.from(changes, ([document, change]) => ({
    document,
    get before() {
      return change.before ? searched(change.before) : null;
    },
    get after() {
      return change.after ? searched(change.after) : null;
    },
  }));
}
