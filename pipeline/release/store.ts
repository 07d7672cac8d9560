import type { SiteConfig } from '@frontage/model/content';
import type { ImageRecord } from '../sync/image-record.ts';
import type { KeptVersion } from '../sync/content-state.ts';
import type { DocumentVersion, ReadContents } from '../sync/stored-document.ts';
import type { Json } from '../sync/source.ts';
import type { Receipt } from '../plan/plan.ts';
import type { FileEntry } from './files.ts';
import type { RemovalTimes } from './files.ts';

/** Where the pipeline stands. */
export interface Head {
  /** Number of the newest commit. */
  commit: number;
  /** Id of the live release; null before the first. */
  release: string | null;
  /** Id of the release the site is pinned to. */
  pin: string | null;
  asOf: string;
  /** The compiled site that made it; absent in data of older versions. */
  templates?: string;
  /** The configuration the live release was made with. */
  config: SiteConfig;
  leaving: RemovalTimes;
}

export interface ReleaseRecord {
  /** The number of the commit that made it, as text. */
  id: string;
  /** ISO. */
  createdAt: string;
  added: number;
  changed: number;
  removed: number;
  /** From the hint's arrival to the switch. */
  ms: number;
  /** The documents whose change led to it. */
  documents: string[];
  asOf: string;
  /** Id of the earlier release it went back to, where it did. */
  pin: string | null;
  /** Made while templates are worked on: the next release takes its place. */
  isPassing?: true;
}

/** A status document for Firestore with the result of a change. */
export interface Notice {
  path: string;
  /** Null ends the document. */
  data: { [field: string]: Json } | null;
}

/** How far the source has been followed. */
export interface Cursor {
  /** Everything that happened before was read (ISO, the source's clock). */
  at: string;
  /** When everything was last read (ISO). */
  readAll: string;
  /** Documents to look at again, whenever they were written. */
  again: string[];
  /** The collections that were read; absent in data of older versions. */
  collections?: readonly string[];
}

/** Content, manifest and receipts of one release, each read on demand. */
export interface ReleaseContents {
  documents: Iterable<DocumentVersion>;
  receipts: Iterable<Receipt>;
  files: Iterable<FileEntry>;
}

/** Differences of an earlier release: its entries by key; undefined for a missing entry. */
export interface EarlierContents {
  documents: ReadonlyMap<string, DocumentVersion | undefined>;
  receipts: ReadonlyMap<string, Receipt | undefined>;
  files: ReadonlyMap<string, FileEntry | undefined>;
}

/** Where a blob lies in a log. */
export interface BlobPlace {
  /** SHA-256 of the bytes, hex. */
  hash: string;
  /** Name of the pack. */
  pack: string;
  /** Bytes before it in the pack. */
  start: number;
  length: number;
}

/** One step from one state to the next. */
export interface Commit {
  head: Head;
  release: ReleaseRecord | null;
  documents: readonly { path: string; after: DocumentVersion | null }[];
  receipts: { set: Iterable<Receipt>; end: Iterable<string> };
  files: { set: Iterable<FileEntry>; end: Iterable<string> };
  images: { set: Iterable<ImageRecord>; end: Iterable<string> };
  notices: Iterable<Notice>;
}

/** Makes a commit effective: when it returns, every reader sees it. */
export interface Committer {
  /** Returns the blobs that nothing needs any more. */
  commit(commit: Commit, retain: number): Promise<string[]> | string[];
}

/** The pipeline's persistent state. Every commit is atomic. */
export interface ReleaseStore {
  /** Runs reads in one consistent snapshot, independent of concurrent commits. */
  atOnce<Result>(read: () => Result): Result;
  head(): Head | null;
  current(): ReleaseContents;
  /** The current documents, each with `reader`'s kept reading or with its data. */
  known(reader: string): Iterable<DocumentVersion | KeptVersion>;
  /**
   * Stores readings of current documents that this reader has not kept yet, if there is room; null stores
   * nothing for one.
   */
  keepReadings(reader: string, readingOf: (version: Pick<DocumentVersion, 'path' | 'time'>) => string | null): void;
  /** The state of a kept release. */
  at(release: string): ReleaseContents;
  /** The same as differences from the current state. */
  changesTo(release: string): EarlierContents;
  /** The data of a document, current or of a kept release. */
  contents: ReadContents;
  images(): ImageRecord[];
  /** Kept releases, newest first. */
  releases(): ReleaseRecord[];
  /**
   * Makes the step and forgets releases beyond the newest `retain`, and a passing one that is not live any more, in
   * Firestore too; returns the blobs that nothing needs any more. `places` says where a log holds its new blobs.
   */
  commit(commit: Commit, retain: number, places?: readonly BlobPlace[]): string[];
  /** Notices of commits up to a number; all unless told otherwise. */
  notices(upTo?: number): Notice[];
  /** Where a log holds a blob; null when it does not. */
  placeOf(hash: string): BlobPlace | null;
  setPlaces(places: readonly BlobPlace[]): void;
  /** Hashes of compressed bytes for an outlet, by the hash of the original bytes. */
  packed: { get(hash: string): string | undefined; set(hash: string, packed: string): void };
  /** Every pack that something needs. */
  packs(): Set<string>;
  /** Removes notices that were delivered, unless newer ones have taken their place. */
  delivered(notices: Iterable<Notice>): void;
  /** Null before everything was read once. */
  cursor(): Cursor | null;
  setCursor(cursor: Cursor): void;
  /** Every blob that kept releases need, or that anything does. */
  heldBlobs(by: 'files' | 'all'): Set<string>;
  close(): void;
}
