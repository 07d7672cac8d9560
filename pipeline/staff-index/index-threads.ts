import type {
  ListRequest,
  MatchesAnswer,
  MatchesRequest,
  SearchAnswer,
  SearchRequest,
} from '@frontage/model/staff-index';
import type { IndexedDocument, Version } from './index-writer.ts';

/** The stored index: one thread writes it, and another one searches it, so that neither waits for the other. */
export interface IndexThreads {
  /** The stored versions of all documents. */
  versions(): Promise<Version[]>;
  /** Adds, replaces or removes documents, all or none. Searches find them from then on. */
  put(documents: readonly IndexedDocument[]): Promise<void>;
  search(request: Omit<SearchRequest, 'written'>): Promise<SearchAnswer>;
  matches(request: Omit<MatchesRequest, 'written'>): Promise<MatchesAnswer>;
  /** A `ListAnswer` as JSON: a list of thousands of documents is not serialized in the thread that publishes. */
  list(request: Omit<ListRequest, 'written'>): Promise<Uint8Array<ArrayBuffer>>;
  /** Reads the vocabulary for the first search. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/** The stored index is damaged, or its thread has ended. It must be removed and filled again. */
export class LostIndexError extends Error {
  override name = 'LostIndexError';
}

/** A store of the index. */
export interface IndexStore {
  /** Opens the index; an empty one if there is none of this version. */
  open(): IndexThreads;
  remove(): void;
}
