import { collections } from '@frontage/model/paths';
import { hintedPaths } from './content-state.ts';
import type { ContentSource, SourceRead } from './source.ts';

/**
 * Reads documents together with all others that one launch wrote, so that no release contains a part of a launch. It
 * remembers which launches are public.
 */
export interface LaunchReader {
  /** The named documents at one moment, and with each the rest of its launch while that is not public. */
  read(paths: readonly string[]): Promise<SourceRead>;
  /** The key of the documents that must be published together with this one: its launch, or a demo with its embed. */
  unitOf(path: string): string;
  /** Marks the launches of these documents as public. */
  settle(paths: readonly string[]): void;
}

interface KnownLaunch {
  documents: ReadonlySet<string>;
  isPublic: boolean;
}

/** `since` returns the moment after which launches may not be public yet. */
export function createLaunchReader(
  source: Pick<ContentSource, 'read' | 'launchesSince'>,
  since: () => string,
): LaunchReader {
  const known = new Map<string, KnownLaunch>();
  const isIn = (paths: ReadonlySet<string>) => (launch: KnownLaunch) =>
    [...launch.documents].some((path) => paths.has(path));

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
        // Both at once, because each answer takes a while. Launches read before the documents are read again: a launch
        // whose documents were read must be found.
        const [answer, early] = await Promise.all([source.read([...asked]), source.launchesSince(since())]);
        const { launches } = early.readAt < answer.readAt ? await source.launchesSince(since()) : early;
        for (const { id, documents } of launches)
          if (!known.has(id)) known.set(id, { documents: new Set(hintedPaths(documents)), isPublic: false });
        if (!addWaiting(asked)) return answer;
      }
    },
    unitOf: (path) => {
      const parts = new Set([path]);
      return addWaiting(parts) ? ([...parts].sort()[0] ?? path) : unitOfPath(path);
    },
    settle: (paths) => {
      for (const launch of [...known.values()].filter(isIn(new Set(paths)))) launch.isPublic = true;
    },
  };
}

/** The path by which a document without a launch is identified: for embed code, the path of its demo. */
export const unitOfPath = (path: string): string => path.replace(`${collections.demoEmbeds}/`, `${collections.demos}/`);
