import type { Problem } from '@frontage/model/build-state';
import type { Image, SiteConfig, Snapshot } from '@frontage/model/content';
import { contentCollections, type ContentCollection } from '@frontage/model/paths';
import { patchMap } from './patched-map.ts';
import { compose, emptyComposition, type Composition, type Values } from './compose.ts';
import type { ImageAddress } from './upload-addresses.ts';
import { readDocument, readingFrom, type Reading } from './reading.ts';
import type { JsonObject, SourceDocument } from './source.ts';
import { StoredDocument, type DocumentVersion, type ReadContents } from './stored-document.ts';
import type { ValueOf } from './validate.ts';

/** Everything read of the content at one moment. Never changed: each step makes the next one. */
export interface ContentState {
  documents: ReadonlyMap<string, StoredDocument>;
  composition: Composition;
  /** Uploads that documents name, those of visitors and others, by document path. */
  uploads: ReadonlyMap<string, readonly ImageAddress[]>;
  /** Addresses that documents link to, as they are written, a line each, by document path. */
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

/** Nothing read yet. */
export const emptyContent: ContentState = {
  documents: new Map(),
  composition: emptyComposition,
  uploads: new Map(),
  links: new Map(),
  invalid: new Map(),
  asOf: '',
};

/** Documents as a source or a store has them, and when. */
interface VersionsRead {
  documents: Iterable<SourceDocument | StoredVersion>;
  at: string;
}

/** A version that is not the one there was. */
interface News {
  path: string;
  collection: ContentCollection;
  id: string;
  before: StoredDocument | null;
  /** Null where there is no document any more. */
  reading: Reading<ValueOf[ContentCollection]> | null;
}

/**
 * The content updated with read documents, and the changed documents. With `leave`, data of stored versions stays in the store and
 * is read from there.
 */
export function applyRead(
  state: ContentState,
  { documents, at }: VersionsRead,
  leave: ReadContents | null = null,
): { state: ContentState; changes: DocumentChange[] } {
  const news: News[] = [];
  let asOf = state.asOf;
  for (const version of documents) {
    const { path, time } = version;
    const collection = collectionOf(path);
    const before = state.documents.get(path) ?? null;
    if (collection === null || !isOtherVersion(version, before)) continue;
    const reading = isStored(version)
      ? readStored(collection, version, leave)
      : readDocument(collection, version, before);
    const id = path.slice(collection.length + 1);
    const isSeen = [state.composition.values[collection].get(id), reading?.value].some(isPublic);
    if (isSeen && time.slice(0, 10) > asOf) asOf = time.slice(0, 10);
    news.push({ path, collection, id, before, reading });
  }
  const changes = news.map(({ path, before, reading }) => ({ path, before, after: reading?.stored ?? null }));
  if (changes.length === 0 && state.asOf !== '') return { state, changes };

  const { composition, invalid } = state;
  return {
    state: {
      documents: patched(state.documents, news, ({ stored }) => stored),
      composition: compose(patchedValues(composition.values, news), composition),
      uploads: patched(state.uploads, news, ({ uploads }) => uploads),
      links: patched(state.links, news, ({ links }) => links),
      invalid: patched(invalid, news, ({ problems }) => (problems.length > 0 ? problems : undefined)),
      asOf: asOf || at.slice(0, 10),
    },
    changes,
  };
}

const patched = <Value>(
  map: ReadonlyMap<string, Value>,
  news: readonly News[],
  valueOf: (reading: NonNullable<News['reading']>) => Value | undefined,
): ReadonlyMap<string, Value> => patchMap(map, entriesOf(news, valueOf));

// One at a time: pairs of all documents of a large site would be held at once, for each part of the content.
function* entriesOf<Value>(
  news: readonly News[],
  valueOf: (reading: NonNullable<News['reading']>) => Value | undefined,
): Generator<[string, Value | undefined]> {
  for (const { path, reading } of news) yield [path, reading ? valueOf(reading) : undefined];
}

function* valuesOf<C extends ContentCollection>(
  news: readonly News[],
  name: C,
): Generator<[string, ValueOf[C] | undefined]> {
  for (const { collection, id, reading } of news) {
    if (collection === name) yield [id, (reading?.value ?? undefined) as ValueOf[C] | undefined];
  }
}

const patchedValues = (values: Values, news: readonly News[]): Values => ({
  homepage_sections: patchMap(values.homepage_sections, valuesOf(news, 'homepage_sections')),
  pages: patchMap(values.pages, valuesOf(news, 'pages')),
  demo_pages: patchMap(values.demo_pages, valuesOf(news, 'demo_pages')),
  demo_embeds: patchMap(values.demo_embeds, valuesOf(news, 'demo_embeds')),
  site_settings: patchMap(values.site_settings, valuesOf(news, 'site_settings')),
  slugs: patchMap(values.slugs, valuesOf(news, 'slugs')),
  redirects: patchMap(values.redirects, valuesOf(news, 'redirects')),
});

interface StoredAt {
  /** The day it had. */
  asOf: string;
  /** Reads documents' data from the store; null to keep it in memory. */
  leave: ReadContents | null;
}

/** The content that stored documents amount to. */
export const contentFrom = (stored: Iterable<DocumentVersion | KeptVersion>, at: StoredAt): ContentState =>
  contentOf(emptyContent, stored, at);

/** The content as it was when these documents were as they are stored, or missing, and all others as they are. */
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
  /** Its result of `keptReading`. */
  kept: string;
}

const contentOf = (
  content: ContentState,
  documents: Iterable<StoredVersion>,
  { asOf, leave }: StoredAt,
): ContentState => ({ ...applyRead(content, { documents, at: asOf }, leave).state, asOf });

const isStored = (version: SourceDocument | StoredVersion): version is StoredVersion =>
  'kept' in version || 'valid' in version;

function readStored(
  collection: ContentCollection,
  version: StoredVersion,
  leave: ReadContents | null,
): News['reading'] {
  if ('kept' in version) {
    if (leave === null) throw new Error('A kept reading needs the store that holds its document');
    return readingFrom(collection, version, leave);
  }
  // An invalid document comes after its last valid version, as it did when it was read.
  const { path, valid } = version;
  const before = valid && StoredDocument.from({ path, data: valid, time: '', valid: null });
  const reading = readDocument(collection, version, before);
  if (leave) reading?.stored.leaveMemory(leave);
  return reading;
}

/**
 * The content that documents amount to. Two things they do not tell come from `known`: the last valid version of one that
 * is invalid now, and the day.
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

/** The snapshot queries are asked of. */
export function snapshotOf(
  { composition, asOf }: ContentState,
  { images, config }: { images: ReadonlyMap<string, Image>; config: SiteConfig },
): Snapshot {
  const { sections, pages, demos, sitemap, sitemapIndex, settings } = composition;
  return {
    sections,
    publishedPages: pages.published,
    publishedDemos: demos.published,
    menu: pages.menu,
    cards: demos.cards,
    sitemap,
    sitemapIndex,
    embeds: demos.embeds,
    settings,
    images,
    config,
    asOf,
  };
}

/** The content collection a document belongs to; null for any other path. */
export function collectionOf(path: string): ContentCollection | null {
  return contentCollections.find((name) => path.startsWith(`${name}/`)) ?? null;
}

/** Whether a document is another one than is stored, or gone. */
export const isOtherVersion = (
  read: { time: string; data?: JsonObject | null },
  stored: StoredDocument | null | undefined,
): boolean => (stored ? read.data === null || read.time !== stored.time : read.data !== null);

/**
 * Settings and embeds count as public, although some are not shown: a rule for those is not worthwhile. Redirects are
 * not public content.
 */
function isPublic(value: ValueOf[ContentCollection] | null | undefined): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return true;
  if ('kind' in value || 'from' in value) return false;
  if (!('is_published' in value)) return true;
  return value.is_published && (!('is_visible' in value) || value.is_visible);
}
