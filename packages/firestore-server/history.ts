import type { FieldPath } from './field-path.ts';
import { decodeFields } from './proto.ts';
import { collectionOf } from './resource-name.ts';
import type { Document, ValueMap } from './value.ts';

export interface Change {
  path: string;
  before: Document | null;
  after: Document | null;
}

export interface Commit {
  time: number;
  changes: readonly Change[];
}

/** Documents by the keys of a field, within inclusive limits; null for none. */
export interface FieldRange {
  by: FieldPath;
  from: Uint8Array | null;
  to: Uint8Array | null;
  descending: boolean;
}

/** A part of a collection that contains all results of a query. */
export type Range = { by: 'name'; from: string | null; to: string | null; descending: boolean } | FieldRange;

export interface Scan {
  /** Documents that may be anywhere in the order. */
  loose: Iterable<Document>;
  /** The others, in the order of the range. Documents of one key are ordered in any way. */
  ordered: Iterable<{ document: Document; key: string }>;
}

/** A reader's view at one moment. */
export interface View {
  get(path: string): Document | null;
  /** The number of documents directly in a collection. */
  count(collection: string): number;
  /** All documents directly in a collection, in any order. */
  documents(collection: string): Iterable<Document>;
  /** A superset of the documents in a range; null stands for all documents. */
  scan(collection: string, range: Range): Scan;
  /** The number of documents in a range, at most about `most`; an estimate. */
  estimate(collection: string, range: Range, most: number): number;
  /** The paths of all collections that have documents. */
  collections(): Iterable<string>;
}

/** A stored version of a document. */
export interface Version {
  path: string;
  createTime: number;
  updateTime: number;
  /** The encoded fields. */
  encoded: Uint8Array;
}

interface StoredChange {
  path: string;
  before: Version | null;
  after: Version | null;
}

export interface History {
  push(time: number, changes: readonly StoredChange[]): void;
  /** The newest version of a document if a known commit wrote it. */
  latest(path: string): Version | undefined;
  /** Commits later than `time`, oldest first. */
  since(time: number): readonly Commit[];
  /** The earliest readable time. */
  horizon(): number;
  /** The bytes of all known commits. */
  size(): number;
}

// The heap of a change with two encoded versions, which are outside of the heap.
const changeBytes = 800;

const sizeOf = ({ before, after }: StoredChange): number =>
  changeBytes + (before?.encoded.length ?? 0) + (after?.encoded.length ?? 0);

/**
 * Keeps commits of the last `maxAge` microseconds, but at most `maxBytes`. They are kept as encoded documents, because
 * almost all are forgotten without being read.
 */
export function openHistory(start: number, { maxAge, maxBytes }: { maxAge: number; maxBytes: number }): History {
  let commits: { time: number; changes: readonly StoredChange[]; bytes: number }[] = [];
  const newest = new Map<string, Version>();
  let first = 0;
  let total = 0;
  let horizon = start;

  function forget(now: number): void {
    for (;;) {
      const oldest = commits[first];
      if (oldest === undefined || (oldest.time >= now - maxAge && total <= maxBytes)) break;
      horizon = oldest.time;
      total -= oldest.bytes;
      for (const { path, after } of oldest.changes) if (newest.get(path) === after) newest.delete(path);
      commits[first++] = { time: oldest.time, changes: [], bytes: 0 };
    }
    if (first > 1000 && first * 2 > commits.length) {
      commits = commits.slice(first);
      first = 0;
    }
  }

  return {
    push(time, changes) {
      const bytes = changes.reduce((sum, change) => sum + sizeOf(change), 0);
      commits.push({ time, changes, bytes });
      total += bytes;
      for (const { path, after } of changes) {
        if (after === null) newest.delete(path);
        else newest.set(path, after);
      }
      forget(time);
    },
    latest: (path) => newest.get(path),
    since(time) {
      let index = commits.length;
      while (index > first && (commits[index - 1]?.time ?? 0) > time) index--;
      return commits.slice(index).map((commit) => ({
        time: commit.time,
        changes: commit.changes.map(({ path, before, after }) => ({
          path,
          before: before && decodedOnUse(before),
          after: after && decodedOnUse(after),
        })),
      }));
    },
    horizon: () => horizon,
    size: () => total,
  };
}

/** The document of a stored version, decoded when its fields are read. */
function decodedOnUse({ path, createTime, updateTime, encoded }: Version): Document {
  let fields: ValueMap | null = null;
  return {
    path,
    createTime,
    updateTime,
    get fields() {
      return (fields ??= decodeFields(encoded));
    },
  };
}

/** The view before the `later` commits. */
export function viewBefore(now: View, later: readonly Commit[]): View {
  const earlier = new Map<string, Document | null>();
  for (const { changes } of later) {
    for (const { path, before } of changes) if (!earlier.has(path)) earlier.set(path, before);
  }
  if (earlier.size === 0) return now;
  const restoredIn = (collection: string): Document[] =>
    [...earlier.values()].filter(
      (document) => document !== null && collectionOf(document.path) === collection,
    ) as Document[];
  const isUnchanged = ({ path }: Document): boolean => !earlier.has(path);
  return {
    get(path) {
      const document = earlier.get(path);
      return document === undefined ? now.get(path) : document;
    },
    count(collection) {
      let count = now.count(collection);
      for (const [path, document] of earlier) {
        if (collectionOf(path) === collection) count += Number(document !== null) - Number(now.get(path) !== null);
      }
      return count;
    },
    *documents(collection) {
      yield* restoredIn(collection);
      for (const document of now.documents(collection)) if (isUnchanged(document)) yield document;
    },
    scan(collection, range) {
      const { loose, ordered } = now.scan(collection, range);
      return { loose: [...restoredIn(collection), ...[...loose].filter(isUnchanged)], ordered: unchanged(ordered) };
    },
    estimate: (collection, range, most) => now.estimate(collection, range, most),
    collections() {
      const paths = new Set(now.collections());
      for (const [path, document] of earlier) if (document !== null) paths.add(collectionOf(path));
      return [...paths].filter((path) => this.count(path) > 0);
    },
  };

  function* unchanged(ordered: Scan['ordered']): Scan['ordered'] {
    for (const found of ordered) if (isUnchanged(found.document)) yield found;
  }
}
