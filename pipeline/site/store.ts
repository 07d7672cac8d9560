import type { SiteConfig } from '@frontage/model/content';
import type { ImageRecord } from '../sync/image-library.ts';
import type { KeptVersion } from '../sync/content-state.ts';
import type { DocumentVersion, ReadContents } from '../sync/stored-document.ts';
import type { Json } from '../sync/source.ts';
import type { Receipt } from '../plan/plan.ts';
import type { FileEntry } from './files.ts';
import type { RemovalTimes, SiteSize } from './files.ts';

/** The newest commit and the live release. */
export interface Head {
  /** Number of the newest commit. */
  commit: number;
  /** Id of the live release; null before the first. */
  release: string | null;
  /** Id of the release that the site is pinned to; null if it is not pinned. */
  pin: string | null;
  asOf: string;
  /** Identifies the compiled site that made the commit; absent in data of older versions. */
  templates?: string;
  /** The configuration the live release was made with. */
  config: SiteConfig;
  leaving: RemovalTimes;
  /** Absent in data of older versions. */
  size?: SiteSize;
  /** The oldest kept release. The commit removes everything that only earlier ones need; absent before the first. */
  oldest?: number;
}

export interface ReleaseRecord {
  /** The number of the commit that made it, as text. */
  id: string;
  /** ISO. */
  createdAt: string;
  added: number;
  changed: number;
  removed: number;
  /** From the hint's arrival to the commit that contains this record. */
  ms: number;
  /** Paths of the documents whose changes led to the release. */
  documents: string[];
  asOf: string;
  /** Id of the earlier release that the site was pinned to; null for an ordinary release. */
  pin: string | null;
  /** The size of the site; absent in records of older versions. */
  size?: SiteSize;
  /** Made during template development: the next release replaces it. */
  isPassing?: true;
}

/** The changes of a release. `ms` is from the hint's arrival to the switch. */
export type ReleaseCounts = Pick<ReleaseRecord, 'id' | 'added' | 'changed' | 'removed' | 'ms'>;

export const summaryOf = ({ id, added, changed, removed, ms }: ReleaseRecord): ReleaseCounts => ({
  id,
  added,
  changed,
  removed,
  ms,
});

/** A status document for Firestore with the result of a change. */
export interface Notice {
  path: string;
  /** Null deletes the document. */
  data: { [field: string]: Json } | null;
}

/** The position up to which the source was read. */
export interface Cursor {
  /** All changes before this moment were read (ISO, the source's clock). */
  at: string;
  /** When everything was last read (ISO). */
  readAll: string;
  /** Paths of documents to read again, independent of the time of their last write. */
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

/** The location of a blob in a log. */
export interface BlobPlace {
  /** SHA-256 of the bytes, hex. */
  hash: string;
  /** Name of the pack. */
  pack: string;
  /** Bytes before it in the pack. */
  start: number;
  length: number;
}

/** The changes that one step stores. */
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
  /** Returns the hashes of blobs that are no longer needed, except those of `ReleaseStore.prune`. */
  commit(commit: Commit, retain: number): Promise<string[]> | string[];
}

/** Files of releases that are no longer kept. */
interface PrunedFiles {
  /** Hashes that no kept release needed when they were found. */
  unneeded: readonly string[];
  /** Whether visitors can no longer see the content. */
  isWithdrawn: boolean;
}

/** Releases that were announced and are no longer stored, for example because a file was deleted. */
export interface LostReleases {
  /** Id of the last announced release. */
  announced: string;
  /** Id of the release that the site was pinned to then; null if it was not pinned. */
  pin: string | null;
  /** Id of the newest stored release; null if there is none. */
  stored: string | null;
}

/** The pipeline's persistent state. Every commit is atomic. */
export interface ReleaseStore {
  /** Runs reads in one consistent snapshot, independent of concurrent commits. */
  atOnce<Result>(read: () => Result): Result;
  /** The newest commit. Its release is null before the first release, and while `lost` is not null. */
  head(): Head | null;
  /** The announced releases that the store has lost; null if it has all. The next release ends the loss. */
  lost(): LostReleases | null;
  current(): ReleaseContents;
  /** The current documents, each with `reader`'s kept reading or with its data. */
  known(reader: string): Iterable<DocumentVersion | KeptVersion>;
  /**
   * Stores readings of current documents that are not yet stored under `reader`, if the disk has space. A document for
   * which `readingOf` returns null is skipped.
   */
  keepReadings(reader: string, readingOf: (version: Pick<DocumentVersion, 'path' | 'time'>) => string | null): void;
  /** The state of a kept release. */
  at(release: string): ReleaseContents;
  /** The state of a kept release, as differences from the current state. */
  changesTo(release: string): EarlierContents;
  /** The data of a document, current or of a kept release. */
  contents: ReadContents;
  images(): ImageRecord[];
  /** Kept releases, newest first. */
  releases(): ReleaseRecord[];
  /**
   * Stores a commit. Forgets releases before `head.oldest`, or before the newest `retain` without it, and passing
   * releases that are no longer live, also in Firestore. Deletes their rows if they are few; else `prune` does. Returns
   * the hashes of blobs that no row needs. `places` locates the new blobs in a log.
   */
  commit(commit: Commit, retain: number, places?: readonly BlobPlace[]): string[];
  /** The oldest release that is kept once this commit is stored; 0 before the first. */
  oldestAfter(commit: Pick<Commit, 'head' | 'release'>, retain: number): number;
  /**
   * Deletes some of the rows of forgotten releases in another thread, those of withdrawn content first. Returns null
   * when there are none left.
   */
  prune(): Promise<PrunedFiles | null>;
  /** Ends the thread of `prune`. */
  endPruning(): Promise<void>;
  /** Whether a kept release or an image needs a blob, or with `current`, the live release or an image. */
  isReferenced(hash: string, by: 'kept' | 'current'): boolean;
  /** Undelivered notices of commits up to the given number; all by default. */
  notices(upTo?: number): Notice[];
  /** The location of a blob in a log; null if no log contains it. */
  placeOf(hash: string): BlobPlace | null;
  setPlaces(places: readonly BlobPlace[]): void;
  /** Hashes of compressed bytes for an outlet, by the hash of the original bytes. */
  packed: { get(hash: string): string | undefined; set(hash: string, packed: string): void };
  /** Names of the packs that are needed. */
  packs(): Set<string>;
  /** Removes delivered notices, except those replaced by newer ones. */
  delivered(notices: Iterable<Notice>): void;
  /** Null before the first full read. */
  cursor(): Cursor | null;
  setCursor(cursor: Cursor): void;
  /** Hashes of the blobs that the files of kept releases need, or of all needed blobs. */
  heldBlobs(by: 'files' | 'all'): Set<string>;
  close(): void;
}
