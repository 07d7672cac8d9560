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

/** What happened in a source since some moment. */
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
   * What happened since a moment, as far as writers say when they wrote. Embed code does not: it changes with its demo.
   */
  changedSince(moment: string): Promise<SourceChanges>;
  /**
   * Every document of the collections. From a source that reads piece by piece `take` takes each, one after another; the
   * answer has what it has not taken.
   */
  readAll(collections: readonly string[], take?: TakeDocuments): Promise<SourceRead>;
  /** The named documents at one moment, missing ones included. */
  read(paths: readonly string[]): Promise<SourceRead>;
}
