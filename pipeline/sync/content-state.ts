import type { Problem } from '@frontage/model/build-state';
import type { Image, SiteConfig, Snapshot } from '@frontage/model/content';
import { contentCollections, type ContentCollection } from '@frontage/model/paths';
import { compose, type Composition, type Values } from './compose.ts';
import { readVersion, type StoredDocument } from './read-version.ts';
import type { SourceDocument, SourceRead } from './source.ts';
import type { ValueOf } from './validate.ts';

/** Everything read of the content at one moment. Never changed: each step makes the next one. */
export interface ContentState {
  documents: ReadonlyMap<string, StoredDocument>;
  composition: Composition;
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

const noValues: Values = {
  homepage_sections: new Map(),
  pages: new Map(),
  demo_pages: new Map(),
  demo_embeds: new Map(),
  site_settings: new Map(),
};

/** Nothing read yet. */
export const emptyContent: ContentState = {
  documents: new Map(),
  composition: compose(noValues, null),
  invalid: new Map(),
  asOf: '',
};

/** The content with what was read, and the documents that changed by it. */
export function applyRead(
  state: ContentState,
  { documents: read, at }: SourceRead,
): { state: ContentState; changes: DocumentChange[] } {
  const news = read.flatMap((document) => {
    const collection = collectionOf(document.path);
    return collection !== null && isNews(document, state.documents.get(document.path))
      ? [{ collection, document }]
      : [];
  });
  if (news.length === 0 && state.asOf !== '') return { state, changes: [] };

  const documents = new Map(state.documents);
  const invalid = new Map(state.invalid);
  const values = copyTouched(state.composition.values, new Set(news.map(({ collection }) => collection)));
  const changes: DocumentChange[] = [];
  let asOf = state.asOf;

  const place = <C extends ContentCollection>(collection: C, { path, data, time }: SourceDocument): void => {
    const id = path.slice(collection.length + 1);
    const before = documents.get(path) ?? null;
    const version = data === null ? null : readVersion(collection, { path, data, time }, before);
    const seen = [values[collection].get(id), version?.value];
    setOrDelete(documents, path, version?.stored ?? null);
    setOrDelete(invalid, path, version && version.problems.length > 0 ? version.problems : null);
    setOrDelete(values[collection], id, version?.value ?? null);
    changes.push({ path, before, after: version?.stored ?? null });
    if (seen.some(isPublic) && time.slice(0, 10) > asOf) asOf = time.slice(0, 10);
  };
  for (const { collection, document } of news) place(collection, document);

  const composition = compose(values, state.composition);
  return { state: { documents, composition, invalid, asOf: asOf || at.slice(0, 10) }, changes };
}

/** The content that stored documents amount to, `asOf` the day it had. */
export function contentFrom(stored: readonly StoredDocument[], asOf: string): ContentState {
  // An invalid document comes after its last valid version, as it did when it was read.
  const priors = stored.flatMap(({ path, valid }) => (valid ? [{ path, data: valid, time: '', valid: null }] : []));
  const documents = new Map(priors.map((prior) => [prior.path, prior]));
  const { state } = applyRead({ ...emptyContent, documents }, { documents: [...stored], at: asOf });
  return { ...state, asOf };
}

/** A full read with every document that is stored but was not found in it, as missing. */
export function withMissing({ documents }: ContentState, read: SourceRead): SourceRead {
  const found = new Set(read.documents.map(({ path }) => path));
  const missing = [...documents.keys()].filter((path) => !found.has(path));
  return { ...read, documents: [...read.documents, ...missing.map((path) => ({ path, data: null, time: read.at }))] };
}

/** The snapshot queries are asked of. */
export function snapshotOf(
  { composition, asOf }: ContentState,
  { images, config }: { images: ReadonlyMap<string, Image>; config: SiteConfig },
): Snapshot {
  const { sections, pages, demos, settings } = composition;
  return {
    sections,
    pages: pages.all,
    demos: demos.all,
    publishedPages: pages.published,
    publishedDemos: demos.published,
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

const isNews = (read: SourceDocument, stored: StoredDocument | undefined): boolean =>
  stored === undefined ? read.data !== null : read.data === null || read.time !== stored.time;

/** Settings and embeds count as public: telling apart those that show nowhere is not worth a rule. */
function isPublic(value: ValueOf[ContentCollection] | null | undefined): boolean {
  if (value === null || value === undefined) return false;
  if (typeof value === 'string' || !('is_published' in value)) return true;
  return value.is_published && (!('is_visible' in value) || value.is_visible);
}

type MutableValues = { [C in ContentCollection]: Map<string, ValueOf[C]> };

function copyTouched(values: Values, touched: ReadonlySet<ContentCollection>): MutableValues {
  const copy = <C extends ContentCollection>(name: C) =>
    (touched.has(name) ? new Map(values[name]) : values[name]) as Map<string, ValueOf[C]>;
  return {
    homepage_sections: copy('homepage_sections'),
    pages: copy('pages'),
    demo_pages: copy('demo_pages'),
    demo_embeds: copy('demo_embeds'),
    site_settings: copy('site_settings'),
  };
}

function setOrDelete<Value>(map: Map<string, Value>, key: string, value: Value | null): void {
  if (value === null) map.delete(key);
  else map.set(key, value);
}
