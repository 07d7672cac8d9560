import { durations } from '@frontage/model/limits';
import { changedKeys } from '../sync/patched-map.ts';
import { isAsset, type FileEntry, type Files } from './files.ts';

/** When each file that no page needs any more goes, by path (ISO). */
export type Leaving = Readonly<Record<string, string>>;

interface Step {
  before: Files;
  leaving: Leaving;
  /** What the site needs from now on. */
  after: Files;
  /** Whether pages of earlier templates are still live, as those are that could not be rendered. */
  hasEarlierPages: boolean;
  at: Date;
}

/**
 * The scripts and styles that the site no longer needs but serves for another 24 hours, for pages that are open. Their
 * addresses carry the hash of their bytes, so that they are in nobody's way.
 */
export function keepAssets({ before, leaving, after, hasEarlierPages, at }: Step): { kept: Files; leaving: Leaving } {
  const kept = new Map<string, FileEntry>();
  const until: Record<string, string> = {};
  for (const path of changedKeys(before, after)) {
    const file = before.get(path);
    if (file === undefined || after.has(path) || !isAsset(file)) continue;
    const leaves = file.kind === 'kept' ? leaving[path] : new Date(at.getTime() + durations.assetsKept).toISOString();
    // One whose moment is not known was found damaged: nothing can make it again.
    if (leaves === undefined || (leaves <= at.toISOString() && !hasEarlierPages)) continue;
    until[path] = leaves;
    kept.set(path, file.kind === 'kept' ? file : { ...file, kind: 'kept', route: null });
  }
  return { kept, leaving: until };
}
