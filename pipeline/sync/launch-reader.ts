import { collections } from '@frontage/model/paths';
import { hintedPaths } from './content-state.ts';
import type { ContentSource, SourceDocument, SourceLaunch, SourceRead } from './source.ts';

/**
 * Reads documents together with all others that one launch wrote, so that no release contains a part of a launch. It
 * remembers which launches are public.
 */
export interface LaunchReader {
  /** The named documents at one moment, and with each the rest of its launch while that is not public. */
  read(paths: readonly string[]): Promise<SourceRead>;
  /** The key of the documents that must be published together with this one: its launch, or a demo with its embed. */
  unitOf(path: string): string;
  /** Marks the launches with which these documents were read as public. */
  settle(documents: readonly SourceDocument[]): void;
}

interface KnownLaunch {
  documents: ReadonlySet<string>;
  isPublic: boolean;
  /** The first read, by its number, whose documents surely include the launch. */
  firstRead: number;
}

/** `since` returns the moment after which launches may not be public yet. */
export function createLaunchReader(
  source: Pick<ContentSource, 'read' | 'launchesSince'>,
  since: () => string,
): LaunchReader {
  const known = new Map<string, KnownLaunch>();
  let reads = 0;
  // The read that has returned a document. It may be older than a launch that has become known since.
  const readOf = new WeakMap<SourceDocument, number>();
  const isIn = (paths: ReadonlySet<string>) => (launch: KnownLaunch) =>
    [...launch.documents].some((path) => paths.has(path));

  const add = (launches: readonly SourceLaunch[], firstRead: number): void => {
    for (const { id, documents } of launches)
      if (!known.has(id)) known.set(id, { documents: new Set(hintedPaths(documents)), isPublic: false, firstRead });
  };

  /** Adds launches to `paths` until none of them is there in part. */
  const addWaiting = (paths: Set<string>): boolean => {
    const waiting = [...known.values()].filter(({ isPublic }) => !isPublic);
    const before = paths.size;
    for (let size = -1; paths.size !== size && waiting.length > 0;) {
      size = paths.size;
      for (const launch of waiting.filter(isIn(paths))) for (const path of launch.documents) paths.add(path);
    }
    return paths.size > before;
  };

  return {
    read: async (paths) => {
      const asked = new Set(paths);
      for (;;) {
        const number = (reads += 1);
        // Both at once, because each answer takes a while. Launches read before the documents are read again: a launch
        // whose documents were read must be found.
        const [answer, early] = await Promise.all([source.read([...asked]), source.launchesSince(since())]);
        // Launches committed after the documents were read are first part of a later read.
        add(early.launches, early.readAt <= answer.readAt ? number : reads + 1);
        if (early.readAt < answer.readAt) add((await source.launchesSince(since())).launches, reads + 1);
        if (addWaiting(asked)) continue;
        for (const document of answer.documents) readOf.set(document, number);
        return answer;
      }
    },
    unitOf: (path) => {
      const parts = new Set([path]);
      return addWaiting(parts) ? ([...parts].sort()[0] ?? path) : unitOfPath(path);
    },
    settle: (documents) => {
      const waiting = [...known.values()].filter(({ isPublic }) => !isPublic);
      for (const launch of waiting) {
        const isRead = (document: SourceDocument): boolean =>
          launch.documents.has(document.path) && (readOf.get(document) ?? 0) >= launch.firstRead;
        if (documents.some(isRead)) launch.isPublic = true;
      }
    },
  };
}

/** The path by which a document without a launch is identified: for embed code, the path of its demo. */
export const unitOfPath = (path: string): string => path.replace(`${collections.demoEmbeds}/`, `${collections.demos}/`);
