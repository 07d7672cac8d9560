import { excerpt } from '@frontage/model/excerpt';
import { limits } from '@frontage/model/limits';
import { fieldsOfType, kinds, pathOf, type SlugKind, slugKinds } from '@frontage/model/kinds/kinds';
import { collections, sitePaths } from '@frontage/model/paths';
import type { Demo } from '@frontage/model/kinds/demo';
import type { Page } from '@frontage/model/kinds/page';
import {
  type ChangedSearch,
  emptySearch,
  noSearch,
  type SearchChange,
  type SearchDocument,
  type SearchIndex,
  searchSteps,
} from '@frontage/model/search';
import { createSlices } from './in-slices.ts';
import { changedKeys, patchMap } from './patched-map.ts';
import { noParts, readText, type TextParts } from './text-screen.ts';

/** The documents that a search finds: by slug, and those of further kinds by `{kind}:{slug}`. */
interface Searched {
  pages: ReadonlyMap<string, Page>;
  demos: ReadonlyMap<string, Demo>;
  entries: ReadonlyMap<string, Entry>;
}

/** A published document of a further kind. */
type Entry = Readonly<Record<string, unknown>> & { readonly id: string };

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
  #run: { from: SearchIndex; steps: Generator<SearchChange | undefined, ChangedSearch, undefined> } | null = null;
  #preparing: Promise<void> | null = null;

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
    const { pages, demos, entries } = this.#searched;
    const isSame =
      changedKeys(pages, searched.pages).length === 0 &&
      changedKeys(demos, searched.demos).length === 0 &&
      changedKeys(entries, searched.entries).length === 0;
    return isSame ? this : new SiteSearch(searched, this);
  }

  get isOff(): boolean {
    return this.#index === noSearch;
  }

  /** The shards by name. */
  get shards(): SearchIndex['shards'] {
    return this.#now().shards;
  }

  /** Computes the index with pauses for other work of the thread. `read` reads the texts. */
  prepare(read: ReadParts): Promise<void> {
    // One computation for all callers: another one would read the text that the first one waits for.
    this.#preparing ??= this.#prepare(read).finally(() => (this.#preparing = null));
    return this.#preparing;
  }

  async #prepare(read: ReadParts): Promise<void> {
    if (this.#index !== null) return;
    if (this.#run === null) await this.#base()?.prepare(read);
    const pause = createSlices();
    // A reader may compute the rest in a pause.
    while (this.#index === null) {
      const change = this.#step();
      if (change instanceof DocumentChange) await change.load(read);
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

  /** Performs a step. Returns the change that the next step reads, if any. */
  #step(): SearchChange | undefined {
    const { from, steps } = (this.#run ??= this.#begin());
    try {
      const step = steps.next();
      if (!step.done) return step.value;
      const { shards, starts } = step.value;
      this.#index = { shards: patchMap(from.shards, shards), starts };
      this.#previous = null;
      this.#run = null;
      return undefined;
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

const noDocuments: Searched = { pages: new Map(), demos: new Map(), entries: new Map() };

function* searchChanges(before: Searched, after: Searched): Generator<SearchChange> {
  yield* changesIn([before.pages, after.pages], collections.pages, {
    textOf: ({ body }) => body,
    searched: searchedPage,
  });
  yield* changesIn([before.demos, after.demos], collections.demos, { textOf: () => null, searched: searchedDemo });
  const changed = changedKeys(before.entries, after.entries);
  for (const kind of slugKinds) {
    const names = changed.filter((name) => name.startsWith(`${kind}:`));
    const partOf = (all: ReadonlyMap<string, Entry>): ReadonlyMap<string, Entry> =>
      new Map(names.flatMap((name): [string, Entry][] => (all.has(name) ? [[name, all.get(name) as Entry]] : [])));
    yield* changesIn([partOf(before.entries), partOf(after.entries)], kinds[kind].collection, searchingOf(kind));
  }
}

/** Reads the parts of a text, slow ones in a thread. */
export type ReadParts = (text: string) => Promise<TextParts>;

const summaryLength = limits.metaDescription - 1;

function searchedPage({ slug, title, meta_description }: Page, { words, opening }: TextParts): SearchDocument {
  const summary = meta_description ?? excerpt(opening || words, summaryLength);
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

/** Documents of a further kind are found by name, description and the first shown text in Markdown. */
function searchingOf(kind: SlugKind): Searching<Entry> {
  const { collection, fields, nameField } = kinds[kind];
  const textField = fieldsOfType(collection, ['markdown']).find((name) => fields[name]?.shown === true) ?? '';
  const textIn = (entry: Entry, name: string): string | null => {
    const text = entry[name];
    return typeof text === 'string' ? text : null;
  };
  return {
    textOf: (entry) => textIn(entry, textField),
    searched: (entry, { words, opening }) => {
      const description = textIn(entry, 'meta_description');
      return {
        path: pathOf(kind, textIn(entry, 'slug') ?? ''),
        title: textIn(entry, nameField) ?? '',
        description,
        text: words,
        summary: description ?? excerpt(opening || words, summaryLength),
      };
    },
  };
}

/** The changed documents of a collection. A document with a new slug is in both versions under different keys. */
function changesIn<Value extends { id: string }>(
  [before, after]: readonly [ReadonlyMap<string, Value>, ReadonlyMap<string, Value>],
  collection: string,
  how: Searching<Value>,
): Iterable<SearchChange> {
  const changes = new Map<string, Versions<Value>>();
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
  return Array.from(changes, ([document, versions]) => new DocumentChange(document, versions, how));
}

type Side = 'before' | 'after';
type Versions<Value> = Partial<Record<Side, Value>>;

/** How documents of a collection are searched. */
interface Searching<Value> {
  textOf(value: Value): string | null;
  searched(value: Value, parts: TextParts): SearchDocument;
}

/** A changed document. Texts are read from the store when they are needed: those of a whole site do not fit in memory. */
class DocumentChange<Value> implements SearchChange {
  readonly document: string;
  readonly #versions: Versions<Value>;
  readonly #how: Searching<Value>;
  readonly #loaded = new Map<Side, SearchDocument>();

  constructor(document: string, versions: Versions<Value>, how: Searching<Value>) {
    this.document = document;
    this.#versions = versions;
    this.#how = how;
  }

  /** Reads the documents in advance. */
  async load(read: ReadParts): Promise<void> {
    for (const side of ['before', 'after'] as const) {
      const value = this.#versions[side];
      if (!value) continue;
      const text = this.#how.textOf(value);
      this.#loaded.set(side, this.#how.searched(value, text === null ? noParts : await read(text)));
    }
  }

  get before(): SearchDocument | null {
    return this.#take('before');
  }

  get after(): SearchDocument | null {
    return this.#take('after');
  }

  #take(side: Side): SearchDocument | null {
    const value = this.#versions[side];
    if (!value) return null;
    const loaded = this.#loaded.get(side);
    this.#loaded.delete(side);
    if (loaded) return loaded;
    const text = this.#how.textOf(value);
    return this.#how.searched(value, text === null ? noParts : readText(text));
  }
}
