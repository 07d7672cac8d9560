export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A document as the source has it: moments are ISO strings; `data` is null when there is none. */
export interface SourceDocument {
  /** `{collection}/{id}`. */
  path: string;
  data: JsonObject | null;
  /** Identifies this version: when it was last written, or, for a missing one, when it was looked for (ISO). */
  time: string;
}

export interface SourceRead {
  documents: SourceDocument[];
  /** When the source was read (ISO, the source's clock). */
  at: string;
}

/** The changes in a source since a moment. */
export interface SourceChanges {
  /** Documents written since, in their present version. */
  written: Pick<SourceDocument, 'path' | 'time'>[];
  /** Paths of documents deleted since; they may have come back. */
  deleted: string[];
  /** Nothing that happened before this moment is missing (ISO, the source's clock). */
  at: string;
}

export type TakeDocuments = (documents: readonly SourceDocument[]) => Promise<void>;

/** Where content comes from. */
export interface ContentSource {
  /**
   * The changes since a moment, by `updated_at`. Embed code has none and is read with its demo.
   */
  changedSince(moment: string): Promise<SourceChanges>;
  /**
   * Every document of the collections. A source that reads in pieces passes each piece to `take`, one after another; the
   * result contains the remaining documents.
   */
  readAll(collections: readonly string[], take?: TakeDocuments): Promise<SourceRead>;
  /** The named documents at one moment, missing ones included. */
  read(paths: readonly string[]): Promise<SourceRead>;
}
