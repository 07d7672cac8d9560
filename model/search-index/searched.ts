import type { Kind } from '../kinds.ts';
import { collections } from '../paths.ts';
import { hashId } from '../summaries/listed.ts';

/** The fields in whose text a search finds a document of each kind. */
export const searchedTexts = {
  page: ['body', 'meta_title', 'meta_description', 'nav_label'],
  section: ['content', 'cta_text'],
  demo: ['meta_title', 'meta_description'],
} as const satisfies Record<Kind, readonly string[]>;

/**
 * The number of documents that contain the index of a collection. Measured with texts of 2,500 words, a document takes
 * at most 2 kB: they have space for 15,000 such pages and 4,000 such demos and drafts each. A changed number defines
 * another set, which is filled from scratch.
 */
const shards = {
  [collections.pages]: 32,
  [collections.demos]: 8,
  [collections.sections]: 1,
  [collections.drafts]: 8,
  [collections.profiles]: 1,
} as const;

export type SearchedCollection = keyof typeof shards;

export const searchedCollections = Object.keys(shards) as SearchedCollection[];

/**
 * The collection with the index of `collection`. People are apart, because only administrators may read them. All staff
 * may read the other indexed collections in full; embed codes and passwords are in collections without an index.
 */
export const searchIndexOf = (collection: SearchedCollection) =>
  collection === collections.profiles ? collections.searchPeople : collections.search;

/** The value of the field `set` in all documents of an index, and the id of the one that exists if it is complete. */
export const searchSet = (collection: SearchedCollection): string => `${collection}_${shards[collection]}`;

/** Id of the document with the index of document `id`. */
export const searchShardId = (collection: SearchedCollection, id: string): string =>
  `${searchSet(collection)}_${hashId(id) % shards[collection]}`;
