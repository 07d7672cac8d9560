import { collections } from '../paths.ts';

/**
 * The number of documents that contain the summaries of a collection. With titles of usual length they have space for
 * 100,000 pages and slugs each, 30,000 demos, 10,000 redirects and 1,500 sections. A changed number defines another set
 * of summaries, which is filled from scratch.
 */
const shards = {
  [collections.sections]: 1,
  [collections.pages]: 32,
  [collections.demos]: 8,
  [collections.slugs]: 16,
  [collections.redirects]: 3,
} as const;

export type SummarizedCollection = keyof typeof shards;

export const summarizedCollections = Object.keys(shards) as SummarizedCollection[];

/** The stored fields that summaries of slugs and redirects contain. */
export const keptFields = {
  [collections.slugs]: ['id', 'updated_at'],
  [collections.redirects]: ['from', 'to', 'status', 'updated_at'],
} as const;

export type KeptCollection = keyof typeof keptFields;

/**
 * The value of the field `set` in all summary documents of a collection. A document with this id exists once the
 * summaries contain the whole collection.
 */
export const summarySet = (collection: SummarizedCollection): string => `${collection}_${shards[collection]}`;

/** Id of the document that contains the summary of document `id`. */
export const summaryShard = (collection: SummarizedCollection, id: string): string =>
  `${summarySet(collection)}_${hash(id) % shards[collection]}`;

/** FNV-1a over UTF-16 code units. It spreads ids evenly and is equal on all platforms. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}

/** The summary of one document. */
export type Summary = Readonly<Record<string, unknown>>;

/**
 * The summaries of one shard by document id. They are stored as one JSON text, because Firestore limits the number of
 * fields in a document.
 */
export type Shard = ReadonlyMap<string, Summary>;

/** Parses the `entries` of a stored shard; null if they are invalid. */
export function unpackShard(entries: unknown): Shard | null {
  if (typeof entries !== 'string') return null;
  try {
    return new Map(Object.entries(JSON.parse(entries) as Record<string, Summary>));
  } catch {
    return null;
  }
}
