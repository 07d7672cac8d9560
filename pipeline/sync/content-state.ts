import type { Problem } from '@frontage/model/build-state';
import type { Image, SiteConfig, Snapshot } from '@frontage/model/content';
import { contentCollections, type ContentCollection } from '@frontage/model/paths';
import { patchMap } from './patched-map.ts';
import { compose, emptyComposition, type Composition, type Values } from './compose.ts';
import type { ImageAddress } from './upload-addresses.ts';
import { readDocument, readingFrom, type Reading } from './reading.ts';
import type { JsonObject, SourceDocument, SourceRead } from './source.ts';
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

/** The content with what was read, and the documents that changed by it. */
export function applyRead(
  state: ContentState,
  { documents, at }: SourceRead,
): { state: ContentState; changes: DocumentChange[] } {
  return applyDocuments(state, { documents, at, read: readDocument });
}

interface Documents<Document> {
  documents: Iterable<Document>;
  at: string;
  /** Null where there is no document. `before` is the one there is in the state. */
  read: <C extends ContentCollection>(
    collection: C,
    document: Document,
    before: StoredDocument | null,
  ) => Reading<ValueOf[C]> | null;
}

function applyDocuments<Document extends { path: string; time: string; data?: JsonObject | null }>(
  state: ContentState,
  { documents: found, at, read }: Documents<Document>,
): { state: ContentState; changes: DocumentChange[] } {
  const changes: DocumentChange[] = [];
  const documents: Patch<StoredDocument> = [];
  const uploads: Patch<readonly ImageAddress[]> = [];
  const links: Patch<string> = [];
  const invalid: Patch<readonly Problem[]> = [];
  const values: ValuePatches = {
    homepage_sections: [],
    pages: [],
    demo_pages: [],
    demo_embeds: [],
    site_settings: [],
    slugs: [],
    redirects: [],
  };
  let asOf = state.asOf;

  const place = <C extends ContentCollection>(
    collection: C,
    document: Document,
    before: StoredDocument | null,
  ): void => {
    const { path, time } = document;
    const id = path.slice(collection.length + 1);
    const reading = read(collection, document, before);
    const isSeen = [state.composition.values[collection].get(id), reading?.value].some(isPublic);
    documents.push([path, reading?.stored]);
    invalid.push([path, reading && reading.problems.length > 0 ? reading.problems : undefined]);
    uploads.push([path, reading?.uploads]);
    links.push([path, reading?.links]);
    values[collection].push([id, reading?.value ?? undefined]);
    changes.push({ path, before, after: reading?.stored ?? null });
    if (isSeen && time.slice(0, 10) > asOf) asOf = time.slice(0, 10);
  };
  for (const document of found) {
    const collection = collectionOf(document.path);
    const before = state.documents.get(document.path) ?? null;
    if (collection !== null && isNews(document, before)) place(collection, document, before);
  }
  if (changes.length === 0 && state.asOf !== '') return { state, changes };

  return {
    state: {
      documents: patchMap(state.documents, documents),
      composition: compose(patchValues(state.composition.values, values), state.composition),
      uploads: patchMap(state.uploads, uploads),
      links: patchMap(state.links, links),
      invalid: patchMap(state.invalid, invalid),
      asOf: asOf || at.slice(0, 10),
    },
    changes,
  };
}

interface StoredAt {
  /** The day it had. */
  asOf: string;
  /** Reads what documents say from where they are stored; null to hold it. */
  leave: ReadContents | null;
}

/** The content that stored documents amount to. */
export const contentFrom = (stored: Iterable<DocumentVersion | KeptVersion>, at: StoredAt): ContentState =>
  contentOf(emptyContent, stored, at);

/** The content as it was when these documents were as they are stored, or missing, and all others as they are. */
export const contentBefore = (
  { content, changes }: { content: ContentState; changes: ReadonlyMap<string, DocumentVersion | undefined> },
  at: StoredAt,
): ContentState =>
  contentOf(
    content,
    Array.from(changes, ([path, version]) => version ?? { path, data: null, time: '', valid: null }),
    at,
  );

/** A document as a store has it: with what it says, or with what is known of it. */
type StoredVersion = DocumentVersion | KeptVersion | { path: string; data: null; time: string; valid: null };

export interface KeptVersion {
  path: string;
  time: string;
  /** What `keptReading` gave of it. */
  kept: string;
}

function contentOf(content: ContentState, stored: Iterable<StoredVersion>, { asOf, leave }: StoredAt): ContentState {
  const read = <C extends ContentCollection>(collection: C, version: StoredVersion): Reading<ValueOf[C]> | null => {
    if ('kept' in version) {
      if (leave === null) throw new Error('What is left of a document can be read only where it is stored');
      return readingFrom(collection, version, leave);
    }
    // An invalid document comes after its last valid version, as it did when it was read.
    const { path, valid } = version;
    const before = valid && StoredDocument.from({ path, data: valid, time: '', valid: null });
    const reading = readDocument(collection, version, before);
    if (leave) reading?.stored.leaveMemory(leave);
    return reading;
  };
  const { state } = applyDocuments(content, { documents: stored, at: asOf, read });
  return { ...state, asOf };
}

/**
 * The content that documents amount to. Two things they do not tell come from `known`: the last valid version of one that
 * is invalid now, and the day.
 */
export const contentAfresh = (
  read: readonly SourceDocument[],
  { documents: known, asOf }: Pick<ContentState, 'documents' | 'asOf'>,
): ContentState =>
  contentFrom(
    read.flatMap(({ path, data, time }) =>
      data === null ? [] : [{ path, data, time, valid: known.get(path)?.used ?? null }],
    ),
    { asOf, leave: null },
  );

/** A full read with every document that is stored but was not found in it, as missing. */
export function withMissing(content: ContentState, { documents, at }: SourceRead): SourceRead {
  const found = new Set(documents.map(({ path }) => path));
  return { documents: [...documents, ...missingFrom(content, found, at)], at };
}

/** The documents that are stored but were not found when everything was read. */
export const missingFrom = ({ documents }: ContentState, found: ReadonlySet<string>, at: string): SourceDocument[] =>
  [...documents.keys()].flatMap((path) => (found.has(path) ? [] : [{ path, data: null, time: at }]));

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
export const isNews = (
  read: { time: string; data?: JsonObject | null },
  stored: StoredDocument | null | undefined,
): boolean => (stored ? read.data === null || read.time !== stored.time : read.data !== null);

/**
 * Settings and embeds count as public: telling apart those that show nowhere is not worth a rule. What leads on shows
 * nowhere.
 */
function isPublic(value: ValueOf[ContentCollection] | null | undefined): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string') return true;
  if ('kind' in value || 'from' in value) return false;
  if (!('is_published' in value)) return true;
  return value.is_published && (!('is_visible' in value) || value.is_visible);
}

type Patch<Value> = (readonly [string, Value | undefined])[];
type ValuePatches = { readonly [C in ContentCollection]: Patch<ValueOf[C]> };

const patchValues = (values: Values, patches: ValuePatches): Values => ({
  homepage_sections: patchMap(values.homepage_sections, patches.homepage_sections),
  pages: patchMap(values.pages, patches.pages),
  demo_pages: patchMap(values.demo_pages, patches.demo_pages),
  demo_embeds: patchMap(values.demo_embeds, patches.demo_embeds),
  site_settings: patchMap(values.site_settings, patches.site_settings),
  slugs: patchMap(values.slugs, patches.slugs),
  redirects: patchMap(values.redirects, patches.redirects),
});
