import type { Problem } from '@frontage/model/build-state';
import type { SiteConfig, Snapshot } from '@frontage/model/content';
import { documentPath, embedPath } from '@frontage/model/changes/write';
import { embedKind, kindOf } from '@frontage/model/kinds/kinds';
import type { Image } from '@frontage/model/uploads';
import { type ContentCollection, contentCollections } from '@frontage/model/content-collections';
import { collections, isDocumentId } from '@frontage/model/paths';
import { changedKeys, patchMap } from './patched-map.ts';
import { compose, type Composition, emptyComposition, type Values } from './compose.ts';
import type { ImageAddress } from './content-addresses.ts';
import { readDocument, type Reading, readingFrom } from './reading.ts';
import type { JsonObject, SourceDocument, SourceRead } from './source.ts';
import { type DocumentVersion, type ReadContents, StoredDocument } from './stored-document.ts';
import type { ValueOf } from './validate.ts';

/** All content read at one moment. Immutable: each step creates a new state. */
export interface ContentState {
  documents: ReadonlyMap<string, StoredDocument>;
  composition: Composition;
  /** Uploads that documents name, whether public or not, by document path. */
  uploads: ReadonlyMap<string, readonly ImageAddress[]>;
  /** Addresses and document ids that documents link to, as written, one per line, by document path. */
  links: ReadonlyMap<string, string>;
  /** Why the newest version of a document is not used, by document path. */
  invalid: ReadonlyMap<string, readonly Problem[]>;
  /** YYYY-MM-DD: the day public content last changed; empty before anything was read. */
  asOf: string;
}

export interface DocumentChange {
  path: string;
  before: StoredDocument | null;
  after: StoredDocument | null;
}

/** The content before the first read. */
export const emptyContent: ContentState = {
  documents: new Map(),
  composition: emptyComposition,
  uploads: new Map(),
  links: new Map(),
  invalid: new Map(),
  asOf: '',
};

/** Documents read from a source or a store, and the time of the read (ISO). */
interface VersionsRead {
  documents: Iterable<SourceDocument | StoredVersion>;
  at: string;
}

/** A document version that differs from the known one. */
interface NewVersion {
  path: string;
  collection: ContentCollection;
  id: string;
  before: StoredDocument | null;
  /** Null if the document was deleted. */
  reading: Reading<ValueOf[ContentCollection]> | null;
}

/**
 * Returns the content updated with read documents, and the changed documents. With `contents`, the data of stored
 * versions is not kept in memory but read through `contents` on access.
 */
export function applyRead(
  state: ContentState,
  { documents, at }: VersionsRead,
  contents: ReadContents | null = null,
): { state: ContentState; changes: DocumentChange[] } {
  const newVersions: NewVersion[] = [];
  let asOf = state.asOf;
  for (const version of documents) {
    const { path, time } = version;
    const collection = collectionOf(path);
    const before = state.documents.get(path) ?? null;
    if (collection === null || !isChangedVersion(version, before)) continue;
    const reading = isStored(version)
      ? readStored(collection, version, contents)
      : readDocument(collection, version, before);
    const id = path.slice(collection.length + 1);
    const isSeen = [state.composition.values[collection].get(id), reading?.value].some(isPublicValue);
    if (isSeen && time.slice(0, 10) > asOf) asOf = time.slice(0, 10);
    newVersions.push({ path, collection, id, before, reading });
  }
  const changes = newVersions.map(({ path, before, reading }) => ({ path, before, after: reading?.stored ?? null }));
  if (changes.length === 0 && state.asOf !== '') return { state, changes };
  return { state: withVersions(state, newVersions, asOf || at.slice(0, 10)), changes };
}

const withVersions = (state: ContentState, newVersions: readonly NewVersion[], asOf: string): ContentState => ({
  documents: patched(state.documents, newVersions, ({ stored }) => stored),
  composition: compose(patchedValues(state.composition.values, newVersions), state.composition),
  uploads: patched(state.uploads, newVersions, ({ uploads }) => uploads),
  links: patched(state.links, newVersions, ({ links }) => links),
  invalid: patched(state.invalid, newVersions, ({ problems }) => (problems.length > 0 ? problems : undefined)),
  asOf,
});

interface Rebase {
  /** The content that `content` was made from, and the content that has replaced it. */
  from: ContentState;
  to: ContentState;
  /** The documents that were applied to `from`. */
  paths: readonly string[];
  /** Documents that were read again for `to`. Their versions in `content` are older and are not kept. */
  older: ReadonlySet<string>;
}

/**
 * Moves content that was made from another one to a newer one. Costs the difference between the two, not the documents
 * of `content`. Returns the changes relative to the newer one.
 */
export function rebaseContent(
  content: ContentState,
  { from, to, paths, older }: Rebase,
): { content: ContentState; changes: DocumentChange[] } {
  const taken = new Set([...changedKeys(from.documents, to.documents), ...paths.filter((path) => older.has(path))]);
  const newVersions = [...taken].flatMap((path) => {
    const collection = collectionOf(path);
    if (collection === null || content.documents.get(path) === to.documents.get(path)) return [];
    const id = path.slice(collection.length + 1);
    const stored = to.documents.get(path);
    const reading = stored && {
      stored,
      value: to.composition.values[collection].get(id) ?? null,
      problems: to.invalid.get(path) ?? [],
      uploads: to.uploads.get(path),
      links: to.links.get(path),
    };
    return [{ path, collection, id, before: content.documents.get(path) ?? null, reading: reading ?? null }];
  });
  const asOf = to.asOf > content.asOf ? to.asOf : content.asOf;
  const rebased =
    newVersions.length === 0 && asOf === content.asOf ? content : withVersions(content, newVersions, asOf);
  const changes = paths.flatMap((path) => {
    const [before, after] = [to.documents.get(path) ?? null, rebased.documents.get(path) ?? null];
    return before === after ? [] : [{ path, before, after }];
  });
  return { content: rebased, changes };
}

const patched = <Value>(
  map: ReadonlyMap<string, Value>,
  newVersions: readonly NewVersion[],
  valueOf: (reading: NonNullable<NewVersion['reading']>) => Value | undefined,
): ReadonlyMap<string, Value> => patchMap(map, entriesOf(newVersions, valueOf));

// Generators: arrays of pairs for all documents of a large site would fill the memory, once per part of the content.
function* entriesOf<Value>(
  newVersions: readonly NewVersion[],
  valueOf: (reading: NonNullable<NewVersion['reading']>) => Value | undefined,
): Generator<[string, Value | undefined]> {
  for (const { path, reading } of newVersions) yield [path, reading ? valueOf(reading) : undefined];
}

function* valuesOf<C extends ContentCollection>(
  newVersions: readonly NewVersion[],
  name: C,
): Generator<[string, ValueOf[C] | undefined]> {
  for (const { collection, id, reading } of newVersions) {
    if (collection === name) yield [id, (reading?.value ?? undefined) as ValueOf[C] | undefined];
  }
}

const patchedValues = (values: Values, newVersions: readonly NewVersion[]): Values =>
  Object.fromEntries(
    contentCollections.map((name) => [name, patchMap<unknown>(values[name], valuesOf(newVersions, name))]),
  ) as unknown as Values;

interface StoredAt {
  /** The `asOf` of the stored content. */
  asOf: string;
  /** Reads documents' data from the store; null to keep it in memory. */
  leave: ReadContents | null;
}

/** Builds the content from stored documents. */
export const contentFrom = (stored: Iterable<DocumentVersion | KeptVersion>, at: StoredAt): ContentState =>
  contentOf(emptyContent, stored, at);

/** The content with the documents in `changes` at the given versions (undefined: missing) and all others unchanged. */
export const contentBeforeChanges = (
  { content, changes }: { content: ContentState; changes: ReadonlyMap<string, DocumentVersion | undefined> },
  at: StoredAt,
): ContentState =>
  contentOf(
    content,
    Array.from(changes, ([path, version]) => version ?? { path, data: null, time: '', valid: null }),
    at,
  );

/** A stored document: with its data or with its kept reading. */
type StoredVersion = DocumentVersion | KeptVersion | { path: string; data: null; time: string; valid: null };

export interface KeptVersion {
  path: string;
  time: string;
  /** The serialized reading that `keptReading` returned. */
  kept: string;
}

const contentOf = (
  content: ContentState,
  documents: Iterable<StoredVersion>,
  { asOf, leave: contents }: StoredAt,
): ContentState => ({ ...applyRead(content, { documents, at: asOf }, contents).state, asOf });

const isStored = (version: SourceDocument | StoredVersion): version is StoredVersion =>
  'kept' in version || 'valid' in version;

function readStored(
  collection: ContentCollection,
  version: StoredVersion,
  contents: ReadContents | null,
): NewVersion['reading'] {
  if ('kept' in version) {
    if (contents === null) throw new Error('A kept reading needs the store that holds its document');
    return readingFrom(collection, version, contents);
  }
  // The last valid version precedes an invalid one, as it did when the source was read.
  const { path, valid } = version;
  const before = valid && StoredDocument.from({ path, data: valid, time: '', valid: null });
  const reading = readDocument(collection, version, before);
  if (contents) reading?.stored.leaveMemory(contents);
  return reading;
}

/**
 * Builds the content from documents read from the source. The known content supplies two facts that the source lacks:
 * the last valid version of a document that is now invalid, and `asOf`.
 */
export const contentFromRead = (
  read: readonly SourceDocument[],
  { documents: known, asOf }: Pick<ContentState, 'documents' | 'asOf'>,
): ContentState =>
  contentFrom(
    read.flatMap(({ path, data, time }) =>
      data === null ? [] : [{ path, data, time, valid: known.get(path)?.used ?? null }],
    ),
    { asOf, leave: null },
  );

/** The snapshot that queries read. */
export function snapshotOf(
  { composition, asOf }: ContentState,
  { images, config }: { images: ReadonlyMap<string, Image>; config: SiteConfig },
): Snapshot {
  const { values, sections, pages, demos, further, lists, ...shared } = composition;
  const { sitemap, sitemapIndex, search, newestPages, settings } = shared;
  return {
    sections,
    publishedPages: pages.published,
    publishedDemos: demos.published,
    pageSlugs: values.pages,
    demoSlugs: values.demo_pages,
    entries: further.entries,
    entrySlugs: further.slugs,
    lists: lists.parts,
    neighbors: lists.neighbors,
    menu: pages.menu,
    cards: demos.cards,
    sitemap,
    sitemapIndex,
    search: search.shards,
    newestPages,
    embeds: demos.embeds,
    settings,
    images,
    media: values.media,
    config,
    asOf,
  };
}

/** The content collection a document belongs to; null for any other path. */
export function collectionOf(path: string): ContentCollection | null {
  return contentCollections.find((name) => path.startsWith(`${name}/`)) ?? null;
}

/** Whether a read document differs from its stored version: it is new, changed or deleted. */
export const isChangedVersion = (
  read: { time: string; data?: JsonObject | null },
  stored: StoredDocument | null | undefined,
): boolean => (stored ? read.data === null || read.time !== stored.time : read.data !== null);

/**
 * Whether a value counts as public content, which decides `asOf`. Settings and embed code always count, although some
 * are not shown: an exact rule is not worth its cost. Slug records, redirects and descriptions of
 * uploads never count.
 */
export function isPublicValue(
  value: ValueOf[ContentCollection] | null | undefined,
): value is ValueOf[ContentCollection] {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return true;
  if ('is_published' in value) return value.is_published && (!('is_visible' in value) || value.is_visible);
  return !('kind' in value || 'from' in value || 'md5' in value);
}

/** Extends a full read with the stored documents that it did not find, as missing documents. */
export function addDeletedDocuments(content: ContentState, { documents, at }: SourceRead): SourceRead {
  const found = new Set(documents.map(({ path }) => path));
  return { documents: [...documents, ...missingDocuments(content, found, at)], at };
}

/** The stored documents that a full read did not find, as missing documents. */
export const missingDocuments = (
  { documents }: ContentState,
  found: ReadonlySet<string>,
  at: string,
): SourceDocument[] =>
  [...documents.keys()].flatMap((path) => (found.has(path) ? [] : [{ path, data: null, time: at }]));

/**
 * The documents to read for a hint: the hinted content documents, and the companion of each demo or embed code. Both
 * are written in one commit but hinted separately.
 */
export function hintedPaths(documents: readonly string[]): string[] {
  return [...new Set(documents.filter(isReadable).flatMap(withCompanion))];
}

/** Whether a path names a possible content document. Firestore rejects a whole batch read for one invalid id. */
function isReadable(path: string): boolean {
  const collection = collectionOf(path);
  return collection !== null && isDocumentId(path.slice(collection.length + 1));
}

function withCompanion(path: string): string[] {
  const [collection = '', id = ''] = path.split('/', 2);
  if (embedKind === null) return [path];
  if (collection === collections.demoEmbeds) return [path, documentPath(embedKind, id)];
  return kindOf(collection) === embedKind ? [path, embedPath(id)] : [path];
}
