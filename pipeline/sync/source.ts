export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A document of the source. Timestamps are ISO strings; `data` is null if the document does not exist. */
export interface SourceDocument {
  /** `{collection}/{id}`. */
  path: string;
  data: JsonObject | null;
  /** Identifies the version: the time of the last write, or of the read if the document is missing (ISO). */
  time: string;
}

export interface SourceRead {
  documents: SourceDocument[];
  /** When the source was read (ISO, the source's clock). */
  at: string;
}

/** The changes in a source since a moment. */
export interface SourceChanges {
  /** The current versions of documents written since. */
  written: Pick<SourceDocument, 'path' | 'time'>[];
  /** Paths of documents deleted since. Some may exist again. */
  deleted: string[];
  /** All changes before this moment are included (ISO, the source's clock). */
  at: string;
}

/** Documents read by name at one moment. */
interface NamedRead extends SourceRead {
  /** That moment (ISO, the source's clock). Moments of one source can be compared as texts. */
  readAt: string;
}

/** Documents that one commit wrote and that must become public together. */
export interface SourceLaunch {
  id: string;
  /** Paths of all public documents that were written or deleted. */
  documents: readonly string[];
}

type TakeDocuments = (documents: readonly SourceDocument[]) => Promise<void>;

/** Reads content from its database. */
export interface ContentSource {
  /** The changes since a moment, by `updated_at`. Embed code has no such field and is read with its demo. */
  changedSince(moment: string): Promise<SourceChanges>;
  /**
   * Every document of the collections. A source that reads in pieces passes each piece to `take`, one after another;
   * the result contains the remaining documents.
   */
  readAll(collections: readonly string[], take?: TakeDocuments): Promise<SourceRead>;
  /** The named documents at one moment, missing ones included. */
  read(paths: readonly string[]): Promise<NamedRead>;
  /** The drafts changed since a moment, by `updated_at`; all drafts for null, and no deleted ones. */
  draftsSince(moment: string | null): Promise<SourceChanges>;
  /**
   * Marks uploads, by name, as shown by a release: from then on only staff with the right to publish change them. Waits for
   * replacements of their files that have begun. Returns the library's documents of these uploads as they are afterwards.
   */
  markShown(names: readonly string[]): Promise<SourceRead>;
  /** The launches published since a moment, and when they were read (ISO, the source's clock). */
  launchesSince(moment: string): Promise<{ launches: SourceLaunch[]; readAt: string }>;
}
