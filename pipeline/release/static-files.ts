import type { Receipt } from '../plan/plan.ts';
import type { PreviousPlan } from '../plan/plan-site.ts';
import { queryKey } from '../plan/query-keys.ts';
import type { ImageRecord } from '../sync/image-record.ts';
import type { FileEntry } from './files.ts';
import type { Manifest } from './site.ts';

/** Changed files that are not pages, by path; undefined for a removed file. */
export type StaticChanges = ReadonlyMap<string, FileEntry | undefined>;

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
