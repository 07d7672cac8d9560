import type { FieldPath } from './field-path.ts';
import { collectionOf, idOf } from './resource-name.ts';
import { compareIds } from './order.ts';
import type { Document } from './value.ts';

export interface Change {
  path: string;
  before: Document | null;
  after: Document | null;
}

export interface Commit {
  time: number;
  changes: readonly Change[];
}

/** A field and its required text. */
export interface TextEquality {
  path: FieldPath;
  text: string;
}

/** A reader's view at one moment. */
export interface View {
  get(path: string): Document | null;
  /** All documents directly in a collection, ordered by id. */
  collection(path: string): readonly Document[];
  /** A superset of the documents directly in a collection that have all the given values (at least one), unordered. */
  having(path: string, fixed: readonly TextEquality[]): Iterable<Document>;
  /** The paths of all collections that have documents. */
  collections(): Iterable<string>;
}

export interface History {
  /** Adds a commit; `bytes` is its estimated memory. */
  push(commit: Commit, bytes: number): void;
  /** Commits later than `time`, oldest first. */
  since(time: number): readonly Commit[];
  /** The earliest readable time. */
  horizon(): number;
}

/** Keeps commits of the last `maxAge` microseconds, but at most `maxBytes`. */
export function openHistory(start: number, { maxAge, maxBytes }: { maxAge: number; maxBytes: number }): History {
  let commits: Commit[] = [];
  let sizes: number[] = [];
  let first = 0;
  let total = 0;
  let horizon = start;

  function forget(now: number): void {
    for (;;) {
      const oldest = commits[first];
      if (oldest === undefined || (oldest.time >= now - maxAge && total <= maxBytes)) break;
      horizon = oldest.time;
      total -= sizes[first] ?? 0;
      first++;
    }
    if (first > 1000 && first * 2 > commits.length) {
      commits = commits.slice(first);
      sizes = sizes.slice(first);
      first = 0;
    }
  }

  return {
    push(commit, bytes) {
      commits.push(commit);
      sizes.push(bytes);
      total += bytes;
      forget(commit.time);
    },
    since(time) {
      let index = commits.length;
      while (index > first && (commits[index - 1]?.time ?? 0) > time) index--;
      return commits.slice(index);
    },
    horizon: () => horizon,
  };
}

/** The view before the `later` commits. */
export function viewBefore(now: View, later: readonly Commit[]): View {
  const earlier = new Map<string, Document | null>();
  for (const { changes } of later) {
    for (const { path, before } of changes) if (!earlier.has(path)) earlier.set(path, before);
  }
  if (earlier.size === 0) return now;
  const touchedIn = (path: string) => [...earlier].filter(([name]) => collectionOf(name) === path);
  /** The documents of a collection before the later commits. */
  const restored = (documents: Iterable<Document>, touched: ReturnType<typeof touchedIn>): Document[] => {
    const replaced = new Set(touched.map(([name]) => name));
    return [
      ...[...documents].filter((document) => !replaced.has(document.path)),
      ...touched.flatMap(([, document]) => document ?? []),
    ];
  };
  return {
    get(path) {
      const document = earlier.get(path);
      return document === undefined ? now.get(path) : document;
    },
    collection(path) {
      const touched = touchedIn(path);
      if (touched.length === 0) return now.collection(path);
      return restored(now.collection(path), touched).sort((a, b) => compareIds(idOf(a.path), idOf(b.path)));
    },
    having: (path, fixed) => restored(now.having(path, fixed), touchedIn(path)),
    collections() {
      const paths = new Set(now.collections());
      for (const [path, document] of earlier) if (document !== null) paths.add(collectionOf(path));
      return [...paths].filter((path) => this.collection(path).length > 0);
    },
  };
}
