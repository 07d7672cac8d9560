import { filesOf } from '../plan/routes.ts';
import type { RenderedPage } from '../render/render-routes.ts';
import type { Receipt } from '../plan/plan.ts';
import type { FileEntry, Files } from './files.ts';
import type { ImageRecord } from './store.ts';

interface NextFiles {
  /** The release this one starts from. */
  base: Files;
  pages: readonly RenderedPage[];
  /** Routes that are no longer wanted. */
  removed: readonly string[];
  /** Files of the compiled site. */
  assets: readonly FileEntry[];
  /** Whether files of the compiled site that `base` came with stay too. */
  keepAssets: boolean;
  /** Images the pages show. */
  images: Iterable<ImageRecord>;
}

/** All files of the next release. */
export function nextFiles({ base, pages, removed, assets, keepAssets, images }: NextFiles): Files {
  const next = new Map(base);
  for (const route of removed) for (const path of filesOf(route)) next.delete(path);
  for (const { route, hash, contentType, size } of pages) {
    for (const path of route.files) {
      place(next, { path, hash, contentType, size, kind: 'page', route: route.path });
    }
  }
  const wanted = new Map<string, FileEntry>();
  for (const { files } of images) for (const file of files) wanted.set(file.path, file);
  // Placed last: a page cannot take the address of one of the site's own files.
  for (const file of assets) wanted.set(file.path, file);
  for (const { path, kind } of base.values()) {
    if (kind === 'page' || wanted.has(path) || (kind === 'asset' && keepAssets)) continue;
    if (next.get(path)?.kind === kind) next.delete(path);
  }
  for (const file of wanted.values()) place(next, file);
  return next;
}

/** The addresses of images that pages asked for. */
export function shownImages(receipts: Iterable<Receipt>): Set<string> {
  const prefix = 'image:';
  const addresses = new Set<string>();
  for (const { reads } of receipts) {
    for (const key of reads.keys()) if (key.startsWith(prefix)) addresses.add(key.slice(prefix.length));
  }
  return addresses;
}

/** Keeps the entry that stands where it says the same, so that releases can be compared by identity. */
function place(files: Map<string, FileEntry>, file: FileEntry): void {
  const old = files.get(file.path);
  const isSame =
    old?.hash === file.hash &&
    old.contentType === file.contentType &&
    old.kind === file.kind &&
    old.route === file.route;
  if (!isSame) files.set(file.path, file);
}
