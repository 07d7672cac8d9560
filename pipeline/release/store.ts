import type { SiteConfig } from '@frontage/model/content';
import type { ImageRecord } from '../sync/image-record.ts';
import type { KeptVersion } from '../sync/content-state.ts';
import type { DocumentVersion, ReadContents } from '../sync/stored-document.ts';
import type { Json } from '../sync/source.ts';
import type { Receipt } from '../plan/plan.ts';
import type { FileEntry } from './files.ts';
import type { Leaving } from './keep-assets.ts';

/** Where the pipeline stands. */
export interface Head {
  /** Number of the newest commit. */
  commit: number;
  /** Id of the live release; null before the first. */
  release: string | null;
  /** Id of the release the site is pinned to. */
  pin: string | null;
  asOf: string;
  /** The compiled site that made it; absent in what older versions wrote. */
  templates?: string;
  /** The configuration the live release was made with. */
  config: SiteConfig;
  leaving: Leaving;
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

/** A document for Firestore that tells what became of a change. */
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
  /** The collections that were read; absent in what older versions wrote. */
  collections?: readonly string[];
}

/** Content, manifest and receipts as they were at one release, each read one by one when somebody asks. */
export interface ReleaseContents {
  documents: Iterable<DocumentVersion>;
  receipts: Iterable<Receipt>;
  files: Iterable<FileEntry>;
}

/** What was different at an earlier release: entries by key as they were; undefined where there was none. */
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

/** What makes a commit count: when it returns, everybody who reads sees it. */
export interface Committer {
  /** Returns the blobs that nothing needs any more. */
  commit(commit: Commit, retain: number): Promise<string[]> | string[];
}

/** What the pipeline remembers. Every commit is atomic. */
export interface ReleaseStore {
  /** Runs reads that are of one moment, whatever another process commits meanwhile. */
  atOnce<Result>(read: () => Result): Result;
  head(): Head | null;
  current(): ReleaseContents;
  /** The documents that are current, each with what `reader` had kept of it, or with what it says. */
  known(reader: string): Iterable<DocumentVersion | KeptVersion>;
  /**
   * Keeps what is known of the current documents of which this reader has kept nothing, where there is room; null keeps
   * nothing of one.
   */
  keepReadings(reader: string, readingOf: (version: Pick<DocumentVersion, 'path' | 'time'>) => string | null): void;
  /** What held at a kept release. */
  at(release: string): ReleaseContents;
  /** The same, told by what differs from what is current. */
  changesTo(release: string): EarlierContents;
  /** What a document said that is current, or was at a kept release. */
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
  /** What is remembered of bytes compressed for an outlet: their hash by that of the bytes. */
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
