import type { Problem } from '@frontage/model/build-state';
import type { Page } from '@frontage/model/kinds/page';
import type { ContentCollection } from '@frontage/model/content-collections';
import { collections } from '@frontage/model/paths';
import type { Values } from './compose.ts';
import { type ImageAddress, linkedAddresses, namedUploads } from './content-addresses.ts';
import type { SourceDocument } from './source.ts';
import { pageOf, StoredDocument, type DocumentMarks, type ReadContents } from './stored-document.ts';
import { mayStayLive, validateDocument, type ValueOf } from './validate.ts';

/** The parsed version of a document. */
export interface Reading<Value> {
  stored: StoredDocument;
  /** The newest usable version; null if there is none. */
  value: Value | null;
  /** Why the newest version is not used. */
  problems: readonly Problem[];
  /** Uploads that the document names; undefined if there are none. */
  uploads: readonly ImageAddress[] | undefined;
  /**
   * Addresses and document ids that the document links to, one per line: a string takes a third of an array's memory. Undefined if none.
   */
  links: string | undefined;
}

/**
 * Parses a version of a document; null if the document does not exist. If the version is invalid, the last valid one
 * stays in use, provided that it may stay live.
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
  const value = used.ok ? (valueInMemory[collection]?.(stored, used.value) ?? used.value) : null;
  return {
    stored,
    value,
    problems: newest.ok ? [] : newest.problems,
    uploads: value === null ? undefined : namedUploads(collection, value),
    links: value === null ? undefined : linkedAddresses(collection, value)?.join('\n'),
  };
}

/** The value of a version in memory: long texts stay in the store. */
const valueInMemory: { [C in ContentCollection]?: (stored: StoredDocument, value: ValueOf[C]) => ValueOf[C] } = {
  [collections.pages]: (stored, { body: _body, ...page }) => pageOf(stored, page),
};

/** A serialized reading without long texts, stored so that the document need not be parsed again. */
type SerializedReading = Omit<Reading<unknown>, 'stored'> & Pick<DocumentMarks, 'marks'> & Partial<DocumentMarks>;

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
  const kept: SerializedReading = {
    marks,
    // Usually the same object, which is then stored once.
    ...(usedMarks !== marks && { usedMarks }),
    // The spread drops a page's body, which is a getter of the prototype.
    value: typeof value === 'object' && value !== null ? { ...value } : value,
    problems: content.invalid.get(path) ?? [],
    uploads: content.uploads.get(path),
    links: content.links.get(path),
  };
  return JSON.stringify(kept);
}

/** Restores a serialized reading. `read` reads the document's data from the store on access. */
export function readingFrom<C extends ContentCollection>(
  collection: C,
  { path, time, kept }: { path: string; time: string; kept: string },
  read: ReadContents,
): Reading<ValueOf[C]> {
  const { marks, usedMarks = marks, value, ...known } = JSON.parse(kept) as SerializedReading;
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
