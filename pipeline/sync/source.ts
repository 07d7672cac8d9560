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

/** Where content comes from. */
export interface ContentSource {
  /** Every document of the collections. */
  readAll(collections: readonly string[]): Promise<SourceRead>;
  /** The named documents at one moment, missing ones included. */
  read(paths: readonly string[]): Promise<SourceRead>;
}
