import { setTimeout as pause } from 'node:timers/promises';
import { draftDocument } from '@frontage/model/draft';
import { currentFields, kindOf, kinds, type Kind } from '@frontage/model/kinds/kinds';
import { limits } from '@frontage/model/limits';
import { namesOf } from '@frontage/model/kinds/field';
import { collections } from '@frontage/model/paths';
import {
  isIndexedPath,
  isListedCollection,
  type ListRequest,
  type MatchesAnswer,
  type MatchesRequest,
  type SearchAnswer,
  type SearchRequest,
  type WrittenDocument,
} from '@frontage/model/staff-index';
import { type KeptCollection, keptFields } from '@frontage/model/summaries/listed';
import type { ContentState } from '../sync/content-state.ts';
import { changedKeys } from '../sync/patched-map.ts';
import type { ContentSource, JsonObject, SourceDocument } from '../sync/source.ts';
import { refusedFields, type TextScreen } from '../sync/text-screen.ts';
import type { IndexedDocument } from './index-writer.ts';
import { type IndexStore, type IndexThreads, LostIndexError } from './index-threads.ts';

/** An answer, or the reason that there is none yet. */
export type IndexAnswer<Value> = { ok: true; value: Value } | { ok: false; reason: 'unavailable' };

/** Searches and lists all content, and searches all drafts, for staff. */
export interface StaffSearch {
  search(request: SearchRequest): Promise<IndexAnswer<SearchAnswer>>;
  matches(request: MatchesRequest): Promise<IndexAnswer<MatchesAnswer>>;
  /** A `ListAnswer` as JSON. */
  list(request: ListRequest): Promise<IndexAnswer<Uint8Array<ArrayBuffer>>>;
}

interface StaffIndexOptions {
  store: IndexStore;
  source: Pick<ContentSource, 'read' | 'draftsSince'>;
  screen: TextScreen;
  content: () => ContentState;
  /** Whether a publish is running: many documents are indexed after it. */
  isBusy: () => boolean;
  now: () => Date;
  /** Milliseconds between two searches for changed drafts. */
  sweepEvery: number;
  /** Milliseconds by which these searches overlap. */
  overlap: number;
  onError: (error: unknown) => void;
}

// Documents indexed at once: a written document waits for that long.
const batch = 20;
// Milliseconds between two looks whether a publish has ended.
const busyPoll = 100;
const day = 86_400_000;
// Texts up to this length are parsed even if the screen refuses them in full.
const shortText = 20_000;

const draftPrefix = `${collections.drafts}/`;
/** Whether a path names a draft. */
export const isDraft = (path: string): boolean => path.startsWith(draftPrefix);
const collectionOf = (path: string): string => path.slice(0, path.indexOf('/'));

/**
 * Keeps the index up to date: content after the commit that has it, drafts by hints and sweeps. Drafts that it reads
 * go to the index only.
 */
export class StaffIndex implements StaffSearch {
  readonly #options: StaffIndexOptions;
  #threads: IndexThreads | null = null;
  /** The indexed version of each document. */
  readonly #indexed = new Map<string, string>();
  /** Content that was read by name, before the site has it: the time of the read version. */
  readonly #ahead = new Map<string, string>();
  #content: ReadonlyMap<string, unknown> = new Map();
  /** Paths of content and drafts to index. */
  readonly #waiting = new Set<string>();
  #working: Promise<void> | null = null;
  /** Writes of the index, one after another. */
  #turn: Promise<unknown> = Promise.resolve();
  #isWhole = false;
  /** Everything before this moment is indexed; null before the first scan of all drafts. */
  #draftsUntil: string | null = null;
  #scannedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: StaffIndexOptions) {
    this.#options = options;
  }

  /** Opens the index and follows content and drafts until it is closed. */
  async follow(): Promise<void> {
    if (this.#isClosed || this.#threads !== null) return;
    try {
      const threads = await this.#open();
      this.contentChanged();
      await this.#sweepDrafts();
      await this.#work();
      await threads.prepare();
      this.#isWhole = true;
    } catch (error) {
      await this.#fail(error);
    }
    this.#schedule();
  }

  /** Indexes the content that has changed since the last call. */
  contentChanged(): void {
    if (this.#threads === null) return;
    const { documents } = this.#options.content();
    for (const path of changedKeys(this.#content, documents)) if (isIndexedPath(path)) this.#waiting.add(path);
    this.#content = documents;
    this.#start();
  }

  /** Reads drafts that were written or deleted, and content that the site does not have yet. */
  hint(paths: readonly string[]): void {
    if (this.#threads === null) return;
    for (const path of paths)
      if (isIndexedPath(path) && (isDraft(path) || this.#ahead.has(path))) this.#waiting.add(path);
    this.#start();
  }

  search({ written, ...request }: SearchRequest): Promise<IndexAnswer<SearchAnswer>> {
    return this.#answer(written, (threads) => threads.search(request));
  }

  matches({ written, ...request }: MatchesRequest): Promise<IndexAnswer<MatchesAnswer>> {
    return this.#answer(written, (threads) => threads.matches(request));
  }

  list({ written, ...request }: ListRequest): Promise<IndexAnswer<Uint8Array<ArrayBuffer>>> {
    return this.#answer(written, (threads) => threads.list(request));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#waiting.clear();
    await this.#working?.catch(() => undefined);
    await this.#turn.catch(() => undefined);
    await this.#threads?.close();
    this.#threads = null;
  }

  async #answer<Value>(
    written: readonly WrittenDocument[],
    ask: (threads: IndexThreads) => Promise<Value>,
  ): Promise<IndexAnswer<Value>> {
    if (this.#threads === null || !this.#isWhole) return { ok: false, reason: 'unavailable' };
    try {
      const unknown = written.filter((one) => !this.#knows(one)).map(({ path }) => path);
      if (unknown.length > 0) await this.#indexNamed(unknown);
      return { ok: true, value: await ask(this.#threads) };
    } catch (error) {
      await this.#fail(error);
      return { ok: false, reason: 'unavailable' };
    }
  }

  #knows({ path, time }: WrittenDocument): boolean {
    const indexed = this.#indexed.get(path);
    return time === null ? indexed === undefined : indexed !== undefined && exact(indexed) >= exact(time);
  }

  async #open(): Promise<IndexThreads> {
    const threads = (this.#threads = this.#options.store.open());
    this.#indexed.clear();
    this.#content = new Map();
    const { documents } = this.#options.content();
    for (const [path, time] of await threads.versions()) {
      // Another version is replaced, also by an older one: the database may have been restored.
      const isStored = isDraft(path) || documents.get(path)?.time === time;
      this.#indexed.set(path, isStored ? time : '');
      if (!isStored) this.#waiting.add(path);
    }
    return threads;
  }

  /** Reports an error. A lost index is opened again, empty, and filled by the next sweep. */
  async #fail(error: unknown): Promise<void> {
    if (this.#isClosed) return;
    this.#options.onError(error);
    if (!(error instanceof LostIndexError) || this.#threads === null) return;
    const lost = this.#threads;
    this.#threads = null;
    this.#isWhole = false;
    this.#draftsUntil = null;
    this.#waiting.clear();
    await lost.close();
    this.#options.store.remove();
  }

  #schedule(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#sweep(), this.#options.sweepEvery);
    this.#timer.unref();
  }

  async #sweep(): Promise<void> {
    if (this.#threads === null || !this.#isWhole) {
      await this.#threads?.close();
      this.#threads = null;
      return this.follow();
    }
    await this.#sweepDrafts().catch((error: unknown) => this.#fail(error));
    this.#schedule();
  }

  /** Finds the drafts that have changed since the last sweep; once a day and at first, compares all of them. */
  async #sweepDrafts(): Promise<void> {
    const { source, now, overlap } = this.#options;
    const time = now().getTime();
    const since = time - this.#scannedAt > day ? null : this.#draftsUntil;
    const { written, deleted, at } = await source.draftsSince(since);
    for (const { path, time: version } of written) {
      const indexed = this.#indexed.get(path);
      if (indexed === version) continue;
      if (since === null && indexed !== undefined && indexed > version) this.#indexed.set(path, '');
      this.#add(path);
    }
    for (const path of deleted) if (this.#indexed.has(path)) this.#add(path);
    if (since === null) {
      const found = new Set(written.map(({ path }) => path));
      for (const path of this.#indexed.keys()) if (isDraft(path) && !found.has(path)) this.#add(path);
      this.#scannedAt = time;
    }
    this.#draftsUntil = new Date(Date.parse(at) - overlap).toISOString();
    this.#start();
  }

  #add(path: string): void {
    if (isIndexedPath(path)) this.#waiting.add(path);
  }

  #start(): void {
    if (this.#waiting.size > 0) void this.#work().catch((error: unknown) => this.#fail(error));
  }

  /** Indexes waiting documents until none are left. */
  #work(): Promise<void> {
    this.#working ??= this.#indexWaiting().finally(() => (this.#working = null));
    return this.#working;
  }

  async #indexWaiting(): Promise<void> {
    while (this.#waiting.size > 0) {
      // Two processors are often all there are, and a release needs them.
      while (this.#options.isBusy() && !this.#isClosed) await pause(busyPoll, undefined, { ref: false });
      const paths = [...this.#waiting].slice(0, batch);
      for (const path of paths) this.#waiting.delete(path);
      try {
        await this.#indexContent(paths.filter((path) => !isDraft(path) && !this.#ahead.has(path)));
        await this.#indexNamed(paths.filter((path) => isDraft(path) || this.#ahead.has(path)));
      } catch (error) {
        // The next sweep tries again.
        for (const path of paths) this.#waiting.add(path);
        throw error;
      }
    }
  }

  async #indexContent(paths: readonly string[]): Promise<void> {
    const { documents } = this.#options.content();
    const changed = paths.flatMap((path): SourceDocument[] => {
      const stored = documents.get(path);
      const time = stored?.time ?? '';
      if (this.#indexed.get(path) === stored?.time) return [];
      return [{ path, time, data: stored?.data ?? null }];
    });
    await this.#put(changed);
  }

  /** Indexes the current versions of drafts, and of content before the site has it. */
  async #indexNamed(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    const read = await this.#options.source.read(paths);
    const { documents } = this.#options.content();
    for (const { path, data, time } of read.documents) {
      if (isDraft(path)) continue;
      const isPublic = data === null ? !documents.has(path) : (documents.get(path)?.time ?? '') >= time;
      if (isPublic) this.#ahead.delete(path);
      else this.#ahead.set(path, time);
    }
    await this.#put(read.documents);
  }

  #put(documents: readonly SourceDocument[]): Promise<void> {
    const put = async (): Promise<void> => {
      const newer = documents.filter(({ path, data, time }) => {
        const indexed = this.#indexed.get(path);
        return data === null ? indexed !== undefined : indexed === undefined || indexed < time;
      });
      if (newer.length === 0 || this.#threads === null) return;
      const prepared: IndexedDocument[] = [];
      for (const document of newer) prepared.push(await this.#prepare(document));
      await this.#threads.put(prepared);
      for (const { path, data, time } of newer) {
        if (data === null) this.#indexed.delete(path);
        else this.#indexed.set(path, time);
      }
    };
    const done = this.#turn.catch(() => undefined).then(put);
    this.#turn = done;
    return done;
  }

  /** The searched or listed fields of a document. Others, such as embed code, never reach the index. */
  async #prepare({ path, data, time }: SourceDocument): Promise<IndexedDocument> {
    const fields = data && (isDraft(path) ? await this.#draftFields(data) : contentFields(collectionOf(path), data));
    return { path, time, fields };
  }

  async #draftFields(draft: JsonObject): Promise<JsonObject> {
    const parsed = draftDocument.pick({ collection: true, id: true, data: true }).safeParse(draft).data;
    const kind = parsed ? kindOf(parsed.collection) : null;
    if (!parsed || kind === null) return {};
    const { collection, id } = parsed;
    const data = searchedFields(kind, parsed.data as JsonObject);
    for (const field of await refusedFields(
      { path: `${collection}/${id}`, data },
      { screen: this.#options.screen, lane: 'previews' },
    ))
      data[field] = String(data[field]).slice(0, shortText);
    return { collection, id, data, updated_at: draft['updated_at'] ?? null };
  }
}

/** The fields of a draft that are shown by a result or searched. */
function searchedFields(kind: Kind, stored: JsonObject): JsonObject {
  const data = currentFields(kind, stored);
  const { fields, nameField } = kinds[kind];
  const names = [nameField, 'slug', 'section_key', 'is_published', 'updated_at', ...namesOf(fields, 'searched')];
  return Object.fromEntries(
    names.flatMap((name): [string, JsonObject[string]][] => {
      const value = data[name];
      if (typeof value === 'string') return [[name, value.slice(0, limits.body)]];
      if (Array.isArray(value)) return [[name, value.slice(0, limits.tags)]];
      return typeof value === 'boolean' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );
}

/** The fields that the schema of a content document has, or those that its list has. */
function contentFields(collection: string, data: JsonObject): JsonObject {
  if (!isListedCollection(collection)) return {};
  const kind = kindOf(collection);
  const names = kind === null ? keptFields[collection as KeptCollection] : Object.keys(kinds[kind].schema.shape);
  const current = kind === null ? data : currentFields(kind, data);
  return Object.fromEntries(names.flatMap((name) => (name in current ? [[name, current[name] ?? null]] : [])));
}

/** A time with nanoseconds, as the source writes it: times are compared as texts. */
function exact(time: string): string {
  const [, seconds = time, fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(time) ?? [];
  return `${seconds}.${fraction.padEnd(9, '0').slice(0, 9)}Z`;
}
