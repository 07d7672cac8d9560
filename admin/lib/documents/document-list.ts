import type { ListAnswer, ListedCollection, ListRequest } from '@frontage/model/staff-index';
import { toPlain } from '@frontage/model/stored-values';
import type { Summary } from '@frontage/model/summaries/listed';
import { type DocumentStore, type Entry, valueOf } from './document-store.ts';
import type { OwnWrites } from './own-writes.ts';

/** The content of a list: a collection, and its documents as entries of the list. */
export interface ListForm<Item> {
  collection: ListedCollection;
  /** The stored fields that `readStored` needs. `updated_at` is one of them. */
  fields: readonly string[];
  /** The entry for a summary of the pipeline; null for a document that the list does not show. */
  readSummary(id: string, summary: Summary): Item | null;
  /** The entry for stored fields, plain JSON. `before` is the entry of an earlier version. */
  readStored(id: string, data: Summary, before: Item | undefined): Item | null;
}

export interface ListSources {
  /** The pipeline's answer; null without one. */
  ask(request: ListRequest): Promise<ListAnswer | null>;
  store: Pick<DocumentStore, 'list'>;
  ownWrites: Pick<OwnWrites, 'recent' | 'settled'>;
  /** Resolves when the browser has rendered its latest changes. */
  rendered(): Promise<void>;
  /** A stored timestamp. */
  timestamp: (time: string) => unknown;
}

/** Where the list comes from. Firestore has no excerpts, and does not say which documents others have deleted. */
export type ListSource = 'pipeline' | 'firestore';

/** Entries of a list whose others are being read. */
export interface ListPart<Item> {
  /** From the pipeline, the first ones in the order of the list. */
  items: Item[];
  /** The number of all entries; null if it is not known. */
  count: number | null;
}

interface Known<Item> {
  /** Of the pipeline's answer, to which the next one adds changes; null without one. */
  version: string | null;
  byId: ReadonlyMap<string, Item>;
  /** The latest `updated_at` in it; empty without one. */
  newest: string;
}

// The time without an answer after which the list is read from Firestore. The requests continue, so that slow answers
// are still used.
const answerMs = 1_000;
// One page of a screen, and the row after it: it shows whether the last row has rows below it.
const firstEntries = 51;
// Parsing and reading more at once would delay the browser's next frames.
const moreEntries = 2_500;
const firstDocuments = 200;
const moreDocuments = 500;

/**
 * All documents of a collection, from the pipeline: its first rows, then the others in parts, then their changes. While
 * it does not answer, they are read from Firestore: in parts at first, then their changes.
 */
export class DocumentList<Item> {
  readonly #form: ListForm<Item>;
  readonly #sources: ListSources;
  readonly #listeners = new Set<() => void>();
  #known: Known<Item> | null = null;
  #items: { of: ReadonlyMap<string, Item>; all: Item[] } | null = null;
  #source: ListSource = 'pipeline';
  #part: ListPart<Item> | null = null;
  /** Requests are numbered, because an older one may be answered later. */
  #asked = 0;
  #answered = 0;
  #reading: Promise<void> | null = null;

  constructor(form: ListForm<Item>, sources: ListSources) {
    this.#form = form;
    this.#sources = sources;
  }

  readonly source = (): ListSource => this.#source;

  /** A part of the list, until the first read of the whole list ends. */
  readonly part = (): ListPart<Item> | null => this.#part;

  /** Calls `listener` when the source or the part changes. Returns the function that ends this. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Reads the list with the writes of this browser. The same array, and the same entries, while they stay the same.
   * Rejects with a `DocumentError`.
   */
  async read(): Promise<Item[]> {
    // It stays after the first read, so that a screen shows it until it receives the result.
    if (this.#known !== null) this.#part = null;
    if (!(await isSoon((onAnswer) => this.#ask(onAnswer)))) {
      const before = this.#answered;
      await this.#readStored();
      if (this.#answered === before) return this.#take('firestore');
    }
    return this.#take('pipeline');
  }

  #take(source: ListSource): Item[] {
    this.#setSource(source);
    const byId = this.#known?.byId ?? new Map<string, Item>();
    if (this.#items?.of !== byId) this.#items = { of: byId, all: [...byId.values()] };
    return this.#items.all;
  }

  #setSource(source: ListSource): void {
    if (source === this.#source) return;
    this.#source = source;
    this.#notify();
  }

  /** Publishes the first part of a list that is read for the first time; false if there is another one. */
  #setPart(byId: ReadonlyMap<string, Item>, count: number | null): boolean {
    if (this.#known !== null || this.#part !== null || byId.size === 0) return false;
    this.#part = { items: [...byId.values()], count };
    this.#notify();
    return true;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  /** Asks the pipeline for the changes; `onAnswer` is called with each part. Resolves to false without an answer. */
  async #ask(onAnswer: () => void): Promise<boolean> {
    const { ask, ownWrites, rendered } = this.#sources;
    const { collection } = this.#form;
    const number = (this.#asked += 1);
    let base = this.#known;
    for (;;) {
      await ownWrites.settled(collection);
      const written = ownWrites.recent([collection]);
      const known = base?.version ?? null;
      const answer = await ask({ collection, known, limit: known === null ? firstEntries : moreEntries, written });
      if (answer === null) return false;
      onAnswer();
      base = this.#changed(base, answer);
      if (answer.hasMore) {
        // Parsing the others would delay the first rows.
        if (this.#setPart(base.byId, answer.count)) await rendered();
        continue;
      }
      if (number >= this.#answered) {
        this.#answered = number;
        this.#known = base;
      }
      // An answer without a write of the meantime would undo changes on the screen.
      if (isSameWrite(written.at(-1), ownWrites.recent([collection]).at(-1))) return true;
    }
  }

  #changed(base: Known<Item> | null, { version, isWhole, entries, gone }: ListAnswer): Known<Item> {
    if (base !== null && !isWhole && entries.length === 0 && gone.length === 0) return { ...base, version };
    const byId = new Map(isWhole ? [] : base?.byId);
    let newest = (isWhole ? null : base?.newest) ?? '';
    for (const [id, summary] of entries) {
      put(byId, id, this.#form.readSummary(id, summary));
      newest = latest(newest, summary);
    }
    for (const id of gone) byId.delete(id);
    return { version, byId, newest };
  }

  async #readStored(): Promise<void> {
    // Reads of the whole list share it: one that starts again would read the first documents twice.
    if (this.#reading === null && this.#known !== null && (await this.#readChanges())) return;
    await (this.#reading ??= this.#readAll().finally(() => (this.#reading = null)));
  }

  /** Reads all documents, unless the pipeline answers meanwhile. */
  async #readAll(): Promise<void> {
    const { collection, fields } = this.#form;
    const before = this.#answered;
    const byId = new Map<string, Item>();
    let newest = '';
    for (let after: string | undefined; ;) {
      const limit = after === undefined ? firstDocuments : moreDocuments;
      const place = after === undefined ? { limit } : { after, limit };
      const found = valueOf(await this.#sources.store.list(collection, { fields, ...place }));
      if (this.#answered !== before) return;
      for (const entry of found) newest = latest(newest, this.#putStored(byId, entry));
      if (found.length < limit) break;
      if (after === undefined) {
        this.#setSource('firestore');
        this.#setPart(byId, null);
      }
      after = found.at(-1)?.id;
    }
    this.#known = { version: null, byId, newest };
  }

  /** Reads the documents that were written since the last read; false if there are too many, or none were read. */
  async #readChanges(): Promise<boolean> {
    const { collection, fields } = this.#form;
    const { store, ownWrites, timestamp } = this.#sources;
    const known = this.#known;
    if (known === null || known.newest === '') return false;
    // The time is cut to milliseconds: at itself, all documents of the newest batch would be read again.
    const since = new Date(Date.parse(known.newest) + 1).toISOString();
    const range = { newestBy: 'updated_at', until: timestamp(since), limit: moreDocuments };
    const found = valueOf(await store.list(collection, { fields, ...range }));
    if (this.#known !== known) return true;
    if (found.length === moreDocuments) return false;
    const written = new Set(found.map(({ id }) => id));
    const deleted = ownWrites.recent([collection]).filter(({ time }) => time === null);
    const gone = deleted
      .map(({ path }) => path.slice(collection.length + 1))
      .filter((id) => !written.has(id) && known.byId.has(id));
    if (gone.length === 0 && found.length === 0) return true;
    const byId = new Map(known.byId);
    let { newest } = known;
    for (const entry of found) newest = latest(newest, this.#putStored(byId, entry));
    for (const id of gone) byId.delete(id);
    this.#known = { ...known, byId, newest };
    return true;
  }

  #putStored(byId: Map<string, Item>, { id, data }: Entry): Summary {
    const stored = plain(data);
    put(byId, id, this.#form.readStored(id, stored, byId.get(id)));
    return stored;
  }
}

const plain = (data: Entry['data']): Summary => toPlain(data) as Summary;

function put<Item>(byId: Map<string, Item>, id: string, item: Item | null): void {
  if (item === null) byId.delete(id);
  else byId.set(id, item);
}

function latest(time: string, { updated_at }: Summary): string {
  return typeof updated_at === 'string' && updated_at > time ? updated_at : time;
}

type Written = ReturnType<OwnWrites['recent']>[number];

const isSameWrite = (a: Written | undefined, b: Written | undefined): boolean =>
  b === undefined || (a?.path === b.path && a.time === b.time);

/** The result of `ask`; false if one of its answers takes too long. */
async function isSoon(ask: (onAnswer: () => void) => Promise<boolean>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => late.resolve(false), answerMs);
  };
  wait();
  return Promise.race([ask(wait), late.promise]).finally(() => clearTimeout(timer));
}
