import type { Problem } from '@frontage/model/build-state';
import type { Page } from '@frontage/model/page';
import { collections, type ContentCollection } from '@frontage/model/paths';
import type { Values } from './compose.ts';
import { addressesLinked } from './linked-addresses.ts';
import type { SourceDocument } from './source.ts';
import { pageOf, StoredDocument, type DocumentMarks, type ReadContents } from './stored-document.ts';
import { addressesNamed, type ImageAddress } from './upload-addresses.ts';
import { mayStayLive, validateDocument, type ValueOf } from './validate.ts';

/** The parsed version of a document. */
export interface Reading<Value> {
  stored: StoredDocument;
  /** The newest usable version; null if there is none. */
  value: Value | null;
  /** Why the newest version is not used. */
  problems: readonly Problem[];
  /** Uploads that it names; undefined where there are none. */
  uploads: readonly ImageAddress[] | undefined;
  /** Addresses that it links to, a line each: one text is a third of many. Undefined where there are none. */
  links: string | undefined;
}

/**
 * Reads a version of a document; null where there is none. One that is not valid leaves the last valid one in use, where
 * that may stay live.
 */
export function readDocument<C extends ContentCollection>(
  collection: C,
  { path, data, time }: SourceDocument,
  before: StoredDocument | null,
): Reading<ValueOf[C]> | null {
  if (data === null) return null;
  const id = path.slice(collection.length + 1);
  const newest = validateDocument(collection, id, data);
  const earlier = newest.ok ? undefined : before?.used;
  const valid = earlier && mayStayLive(collection, data, earlier) ? earlier : null;
  const used = valid === null ? newest : validateDocument(collection, id, valid);
  const stored = StoredDocument.from({ path, data, time, valid: used.ok ? valid : null });
  const value = used.ok ? inUse[collection](stored, used.value) : null;
  return {
    stored,
    value,
    problems: newest.ok ? [] : newest.problems,
    uploads: value === null ? undefined : addressesNamed(value),
    links: value === null ? undefined : addressesLinked(value)?.join('\n'),
  };
}

const itself = <Value>(_: StoredDocument, value: Value): Value => value;

/** The value of a version in memory: long texts stay in the store. */
const inUse: { [C in ContentCollection]: (stored: StoredDocument, value: ValueOf[C]) => ValueOf[C] } = {
  homepage_sections: itself,
  pages: (stored, { body: _body, ...page }) => pageOf(stored, page),
  demo_pages: itself,
  demo_embeds: itself,
  site_settings: itself,
  slugs: itself,
  redirects: itself,
};

/** A serialized reading without long texts, stored so that the document need not be parsed again. */
type Kept = Omit<Reading<unknown>, 'stored'> & Pick<DocumentMarks, 'marks'> & Partial<DocumentMarks>;

/** The readings of all documents, by path. */
interface Known {
  documents: ReadonlyMap<string, StoredDocument>;
  composition: { values: Values };
  uploads: ReadonlyMap<string, readonly ImageAddress[]>;
  links: ReadonlyMap<string, string>;
  invalid: ReadonlyMap<string, readonly Problem[]>;
}

/** The serialized reading of a document version; null if the content has another version. */
export function keptReading(
  { documents, composition, ...content }: Known,
  { path, time }: { path: string; time: string },
): string | null {
  const stored = documents.get(path);
  if (stored?.time !== time) return null;
  const [collection, id = ''] = path.split('/', 2) as [ContentCollection, string];
  const value = composition.values[collection].get(id) ?? null;
  const { marks, usedMarks } = stored;
  const kept: Kept = {
    marks,
    // Most often the same, and one object for both then.
    ...(usedMarks !== marks && { usedMarks }),
    // A page's body stays with its document.
    value: typeof value === 'object' && value !== null ? { ...value } : value,
    problems: content.invalid.get(path) ?? [],
    uploads: content.uploads.get(path),
    links: content.links.get(path),
  };
  return JSON.stringify(kept);
}

/** The reading that was kept, of a version that is stored where `read` finds it. */
export function readingFrom<C extends ContentCollection>(
  collection: C,
  { path, time, kept }: { path: string; time: string; kept: string },
  read: ReadContents,
): Reading<ValueOf[C]> {
  const { marks, usedMarks = marks, value, ...known } = JSON.parse(kept) as Kept;
  const stored = new StoredDocument({ path, time }, { marks, usedMarks, contents: read });
  const isPage = collection === collections.pages && value !== null;
  return {
    ...known,
    uploads: known.uploads,
    links: known.links,
    stored,
    value: (isPage ? pageOf(stored, value as Omit<Page, 'body'>) : value) as ValueOf[C] | null,
  };
}
