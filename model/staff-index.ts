import { z } from 'zod';
import { kindCollections } from './kinds/kinds.ts';
import { collections, isDocumentId } from './paths.ts';
import type { SearchEntry } from './search-words.ts';
import { type SummarizedCollection, summarizedCollections, type Summary } from './summaries/listed.ts';

/** Paths of the staff API that answer searches and lists of the admin, from an index of all content and drafts. */
export const staffIndexPaths = { search: '/staff/search', matches: '/staff/matches', list: '/staff/list' } as const;

/** The content collections that a search finds, together with their drafts. */
export const indexedCollections = kindCollections;

export type IndexedCollection = (typeof indexedCollections)[number];

/** A collection that lists and pickers of the admin read in whole. */
export type ListedCollection = SummarizedCollection;

const listed: readonly string[] = summarizedCollections;

/** Whether the documents of a collection are in a list of the admin. */
export const isListedCollection = (collection: string): collection is ListedCollection => listed.includes(collection);

/** Whether a path names a document of the index: one that Firestore accepts, or a draft. */
export function isIndexedPath(path: string): boolean {
  const slash = path.indexOf('/');
  const collection = path.slice(0, slash);
  return (isListedCollection(collection) || collection === collections.drafts) && isDocumentId(path.slice(slash + 1));
}

/** The longest searched text in characters. */
export const longestSearch = 200;

const writtenDocument = z.object({
  path: z.string().max(1_600).refine(isIndexedPath),
  /** The update time of the write; null for a deletion. */
  time: z.iso.datetime().max(40).nullable(),
});

export type WrittenDocument = z.output<typeof writtenDocument>;

/**
 * The documents that this browser has written a moment ago. Those that the index does not have in this version are read
 * before it answers.
 */
const written = z.array(writtenDocument).max(50);

const typed = z.string().max(longestSearch);

/** A request for the best hits in these collections and their drafts. */
export const searchRequest = z.object({
  typed,
  collections: z.array(z.enum(indexedCollections)).min(1).max(indexedCollections.length),
  limit: z.int().min(1).max(100),
  written,
});

export type SearchRequest = z.output<typeof searchRequest>;

/** A document that was found. */
export interface SearchHit {
  collection: string;
  id: string;
  entry: SearchEntry;
  /** Whether only the draft of the document has the words. */
  isDraft: boolean;
  /** Whether a word is only in the text. */
  isInText: boolean;
  /** Whether a word was found with typos. */
  hasTypos: boolean;
  /** The words of the document that were found, in lowercase without accents, or their beginnings. */
  marks: string[];
}

export interface SearchAnswer {
  hits: SearchHit[];
  /** The number of all hits: `hits` may have fewer. */
  count: number;
}

/** A request for all documents of one collection that have the words, also in their drafts. */
export const matchesRequest = z.object({ typed, collection: z.enum(indexedCollections), written });

export type MatchesRequest = z.output<typeof matchesRequest>;

export interface MatchesAnswer {
  /** The best first. */
  matches: { id: string; isInText: boolean }[];
}

/** A request for the list of a collection. */
export const listRequest = z.object({
  collection: z.enum(summarizedCollections),
  /** The `version` of an earlier answer, to which this one adds changes; null for the whole list. */
  known: z.string().max(100).nullable(),
  /** The most entries and deletions of the answer; without it, all. */
  limit: z.int().min(1).max(10_000).optional(),
  written,
});

export type ListRequest = z.output<typeof listRequest>;

export interface ListAnswer {
  /** Identifies this state of the list. */
  version: string;
  /** Whether it replaces everything known. */
  isWhole: boolean;
  /** Whether changes since `version` remain. Of a whole list of content, the first in the order of the list come first. */
  hasMore: boolean;
  /** The number of all documents of the list. */
  count: number;
  entries: [id: string, summary: Summary][];
  /** The ids of documents that were deleted. */
  gone: string[];
}
