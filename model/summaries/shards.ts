import { collections } from '../paths.ts';

/**
 * The number of documents that hold the summaries of a collection: with titles of usual length they have space for 100,000 pages
 * and slugs each, 30,000 demos, 10,000 redirects and 1,500 sections. Another number is another set of summaries, filled from scratch.
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

/** The fields in summaries of documents that are no content, as stored. */
export const keptFields = {
  [collections.slugs]: ['id', 'updated_at'],
  [collections.redirects]: ['from', 'to', 'status', 'updated_at'],
} as const;

export type KeptCollection = keyof typeof keptFields;

/**
 * The value of the field `set` in all summaries of a collection. A document with this id exists once they contain the whole
 * collection.
 */
export const summarySet = (collection: SummarizedCollection): string => `${collection}_${shards[collection]}`;

/** Id of the document that holds the summary of document `id`. */
export const summaryShard = (collection: SummarizedCollection, id: string): string =>
  `${summarySet(collection)}_${hash(id) % shards[collection]}`;

/** FNV-1a over UTF-16 code units: spreads ids evenly and is equal on all platforms. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  return value;
}

/** The summary of one document. */
export type Summary = Readonly<Record<string, unknown>>;

/** The summaries of one shard by the ids of their documents. Stored as one JSON text, because a document may not have that many fields. */
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
