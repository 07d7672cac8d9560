import { isVersioned, versionedPath } from '@frontage/model/paths';
import { durations, serverLimits } from '@frontage/model/limits';
import { changedKeys, patchMap } from '../sync/patched-map.ts';
import { filesOf } from '../plan/routes.ts';
import type { RenderedPage } from '../render/render-routes.ts';
import type { Receipt } from '../plan/plan.ts';
import type { PreviousPlan } from '../plan/plan-site.ts';
import { queryKey } from '../plan/queries.ts';
import type { ImageRecord } from '../sync/image-library.ts';
import { type FileEntry, type Files, isAsset, isSameEntry, type RemovalTimes } from './files.ts';
import type { Manifest, Site } from './site.ts';

interface NextFiles {
  /** The release this one starts from. */
  base: Files;
  /** All files of the next release that are not pages. */
  staticFiles: Files;
  /** The changed static files by path; undefined for a removed file. */
  staticChanges: ReadonlyMap<string, FileEntry | undefined>;
  pages: readonly RenderedPage[];
  /** Paths of the removed routes. */
  removed: readonly string[];
}

/** All files of the next release. A page cannot replace a static file with the same path. */
export function nextFiles({ base, staticFiles, staticChanges, pages, removed }: NextFiles): Files {
  const changes = new Map<string, FileEntry | undefined>();
  const routes = [...pages.map(({ route }) => route.path), ...removed];
  for (const path of versionedFiles(base, new Set(routes.filter(isVersioned)))) changes.set(path, undefined);
  for (const path of removed.flatMap(filesOf)) changes.set(path, undefined);
  for (const page of pages) for (const file of entriesOf(page)) changes.set(file.path, file);
  for (const [path, file] of staticChanges) if (file !== undefined || !changes.has(path)) changes.set(path, file);
  for (const path of changes.keys()) {
    const fixed = staticFiles.get(path);
    if (fixed) changes.set(path, fixed);
  }
  // An equal entry keeps its object, so that releases can be compared by identity.
  for (const [path, file] of changes) {
    const old = base.get(path);
    if (old && file && isSameEntry(old, file)) changes.set(path, old);
  }
  return patchMap(base, changes);
}

function entriesOf({ route, hash, contentType, size }: RenderedPage): FileEntry[] {
  return route.files.map((file) => ({
    path: isVersioned(file) ? versionedPath(file, hash) : file,
    hash,
    contentType,
    size,
    kind: 'page',
    route: route.path,
  }));
}

/** The files of routes with a version in their path. Such a path cannot be derived from its route. */
function versionedFiles(base: Files, routes: ReadonlySet<string>): string[] {
  if (routes.size === 0) return [];
  return [...base.values()].flatMap(({ path, route }) => (route !== null && routes.has(route) ? [path] : []));
}

/** Changed files that are not pages, by path; undefined for a removed file. */
type StaticChanges = ReadonlyMap<string, FileEntry | undefined>;

interface AllStaticFiles {
  base: Pick<Manifest, 'staticFiles'>;
  /** Files of the compiled site. */
  assets: readonly FileEntry[];
  /** Files of an earlier compiled site that some pages still need. */
  keptAssets: Iterable<FileEntry>;
  /** Images that pages have queried. */
  images: Iterable<ImageRecord>;
}

/** All static files of a release as changes of `base`: files of `base` that are not needed are removed. */
export function allStaticFiles({ base, assets, keptAssets, images }: AllStaticFiles): StaticChanges {
  const files = [...[...images].flatMap((image) => image.files), ...keptAssets, ...assets];
  const changes = new Map<string, FileEntry | undefined>([...base.staticFiles.keys()].map((path) => [path, undefined]));
  for (const file of files) changes.set(file.path, file);
  return changes;
}

/** The previous step's static files, reused while templates and other files are unchanged. */
export interface PreviousStaticFiles {
  /** The previous images, by address. */
  records: ReadonlyMap<string, ImageRecord>;
  /** Paths of files kept for open pages, which the site no longer needs. */
  leaving: Iterable<string>;
}

interface ChangedStaticFiles {
  base: Pick<Manifest, 'staticFiles' | 'receipts'>;
  since: PreviousPlan & PreviousStaticFiles;
  /** The changed receipts by route; undefined for a removed one. `since.readers` already contains them. */
  receipts: Iterable<readonly [string, Receipt | undefined]>;
  images: ReadonlyMap<string, ImageRecord>;
}

const imageKey = (address: string): string => queryKey('image', [address]);

const imagePrefix = imageKey('');

const cellPrefix = 'images:';

/** The changed static files, computed only from images that changed or whose reading pages changed. */
export function changedStaticFiles({ base, since, receipts, images }: ChangedStaticFiles): StaticChanges {
  const changes = new Map<string, FileEntry | undefined>([...since.leaving].map((path) => [path, undefined]));
  const isRead = (address: string): boolean => since.readers.has(imageKey(address));
  const addresses = new Set<string>();
  for (const cell of since.invalidated.cells) {
    if (cell.startsWith(cellPrefix)) addresses.add(cell.slice(cellPrefix.length));
  }
  for (const [route, receipt] of receipts) {
    for (const key of [...(base.receipts.get(route)?.reads.keys() ?? []), ...(receipt?.reads.keys() ?? [])]) {
      if (key.startsWith(imagePrefix)) addresses.add(key.slice(imagePrefix.length));
    }
  }
  for (const address of addresses) {
    const now = isRead(address) ? images.get(address) : undefined;
    const before = since.records.get(address);
    // Other addresses of the same bytes share their files.
    const isShared = (key: string): boolean =>
      [...images.values()].some((other) => other.key === key && other.address !== address && isRead(other.address));
    if (before && before.key !== now?.key && !isShared(before.key)) {
      for (const { path } of before.files) if (!changes.has(path)) changes.set(path, undefined);
    }
    for (const file of now?.files ?? []) changes.set(file.path, file);
  }
  return changes;
}

/** The assets of an earlier compiled site, including the rendered styles that `pages` replace. */
export function earlierAssets(
  { files, staticFiles }: Pick<Manifest, 'files' | 'staticFiles'>,
  pages: readonly RenderedPage[],
): FileEntry[] {
  const versioned = pages.filter(({ route }) => isVersioned(route.path));
  const newer = new Map(versioned.map(({ route, hash }) => [route.path, hash]));
  const before = versionedFiles(files, new Set(newer.keys())).flatMap((path) => files.get(path) ?? []);
  const replaced = before.filter(({ route, hash }) => newer.get(route ?? '') !== hash);
  return [
    ...[...staticFiles.values()].filter(({ kind }) => kind === 'asset'),
    ...replaced.map((file): FileEntry => ({ ...file, kind: 'asset', route: null })),
  ];
}

interface AssetStep {
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
export function keepAssets({ before, leaving, after, hasEarlierPages, images, at }: AssetStep): {
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
  if (images.length <= serverLimits.keptImageFiles) return [];
  const newestFirst = images.sort((one, other) => ((until[one] ?? '') < (until[other] ?? '') ? 1 : -1));
  return newestFirst.slice(serverLimits.keptImageFiles);
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
