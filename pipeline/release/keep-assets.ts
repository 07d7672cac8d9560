import { durations, limits } from '@frontage/model/limits';
import { queryKey } from '../plan/query-keys.ts';
import { changedKeys } from '../sync/patched-map.ts';
import { isAsset, type FileEntry, type Files, type RemovalTimes } from './files.ts';
import type { Site } from './site.ts';

interface Step {
  before: Files;
  leaving: RemovalTimes;
  /** The files of the new release. */
  after: Files;
  /** Whether pages of earlier templates are still live because their render failed. */
  hasEarlierPages: boolean;
  /** Paths of the removed image files to keep. */
  images: ReadonlySet<string>;
  at: Date;
}

/**
 * The scripts, styles and images that the site no longer needs but serves for another 24 hours, for pages that are
 * open. Their addresses carry the hash of their bytes, so they conflict with no later file.
 */
export function keepAssets({ before, leaving, after, hasEarlierPages, images, at }: Step): {
  kept: Files;
  leaving: RemovalTimes;
} {
  const kept = new Map<string, FileEntry>();
  const until: Record<string, string> = {};
  for (const path of changedKeys(before, after)) {
    const file = before.get(path);
    if (file === undefined || after.has(path)) continue;
    if (!isAsset(file) && !images.has(path)) continue;
    const leaves = file.kind === 'kept' ? leaving[path] : new Date(at.getTime() + durations.assetsKept).toISOString();
    // A kept file without a removal time was damaged, and it cannot be rendered again.
    if (leaves === undefined || (leaves <= at.toISOString() && !hasEarlierPages)) continue;
    until[path] = leaves;
    kept.set(path, file.kind === 'kept' ? file : { ...file, kind: 'kept', route: null });
  }
  // Every commit stores the removal times, so a bulk change must not add too many.
  for (const path of excessImages(kept, until)) kept.delete(path);
  return { kept, leaving: Object.fromEntries(Object.entries(until).filter(([path]) => kept.has(path))) };
}

/** Paths of the images above the limit: those with the earliest removal times. */
function excessImages(kept: Files, until: RemovalTimes): string[] {
  const images = [...kept.values()].flatMap(({ path, contentType }) =>
    contentType.startsWith('image/') ? [path] : [],
  );
  if (images.length <= limits.keptImageFiles) return [];
  const newestFirst = images.sort((one, other) => ((until[one] ?? '') < (until[other] ?? '') ? 1 : -1));
  return newestFirst.slice(limits.keptImageFiles);
}

interface ImageStep {
  before: Pick<Site, 'files' | 'receipts' | 'images'>;
  after: Pick<Site, 'files' | 'receipts'>;
  /** Addresses of images whose upload was deleted or is no longer an image. */
  deleted: Iterable<string>;
}

/**
 * Paths of the image files that a step removes and that open pages may still request, because a page that stays live
 * showed them. Images of withdrawn pages and deleted uploads are not included: they are removed immediately.
 */
export function imagesToKeep({ before, after, deleted }: ImageStep): Set<string> {
  const gone = new Set(
    changedKeys(before.files, after.files).filter(
      (path) => before.files.get(path)?.kind === 'image' && !after.files.has(path),
    ),
  );
  if (gone.size === 0) return gone;
  const refused = new Set(deleted);
  const candidates = [...before.images.values()].flatMap(({ address, files }) =>
    !refused.has(address) && files.some(({ path }) => gone.has(path))
      ? [{ key: queryKey('image', [address]), files }]
      : [],
  );
  const staying = changedKeys(before.receipts, after.receipts).filter((route) => after.receipts.has(route));
  const wasShown = (key: string): boolean => staying.some((route) => before.receipts.get(route)?.reads.has(key));
  const kept = candidates.filter(({ key }) => wasShown(key)).flatMap(({ files }) => files.map(({ path }) => path));
  return new Set(kept.filter((path) => gone.has(path)));
}
