import { z } from 'zod';
import { collections, isDocumentId } from './paths.ts';
import type { SearchEntry } from './search-words.ts';

/** Paths of the staff API that answer searches of the admin, from an index of all content and drafts. */
export const staffIndexPaths = { search: '/staff/search', matches: '/staff/matches' } as const;

/** The content collections that a search finds, together with their drafts. */
export const indexedCollections = [collections.pages, collections.demos, collections.sections] as const;

export type IndexedCollection = (typeof indexedCollections)[number];

const searchable: readonly string[] = [...indexedCollections, collections.drafts];

/** Whether a path names a document of the index: one that Firestore accepts, or a draft. */
export function isIndexedPath(path: string): boolean {
  const slash = path.indexOf('/');
  return searchable.includes(path.slice(0, slash)) && isDocumentId(path.slice(slash + 1));
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
