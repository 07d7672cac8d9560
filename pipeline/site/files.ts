import { isVersioned } from '@frontage/model/paths';
import type { Redirect } from '../sync/compose-addresses.ts';
import { changedKeys } from '../sync/patched-map.ts';

/** Removal times (ISO) of files that no page needs, by path. */
export type RemovalTimes = Readonly<Record<string, string>>;

/** One file of a release, or a redirect. */
export interface FileEntry {
  /** The URL path, such as `/page/about.html`. */
  path: string;
  /** SHA-256 of the bytes, hex. */
  hash: string;
  contentType: string;
  size: number;
  /** A rendered page, a file of the compiled site, a processed image, or a script or style for pages that are open. */
  kind: 'page' | 'asset' | 'image' | 'kept';
  /** The route that the file was rendered from; null for a file that was not rendered. */
  route: string | null;
  /** Set for a redirect. Servers without redirects serve the entry's page, which refreshes to the target. */
  redirect?: Redirect;
}

/** A release: every file of the site, by path. */
export type Files = ReadonlyMap<string, FileEntry>;

/** Whether a file is a script or style. Open pages may request it after a newer release. */
export const isAsset = ({ path, kind }: FileEntry): boolean => isVersioned(path) && kind !== 'image';

/** Whether two entries of the same path are equal. */
export const isSameEntry = (one: FileEntry, other: FileEntry): boolean =>
  one.hash === other.hash &&
  one.contentType === other.contentType &&
  one.kind === other.kind &&
  one.route === other.route &&
  !hasOtherTarget(one, other);

/** Whether the redirects of two entries differ. */
export const hasOtherTarget = ({ redirect: one }: FileEntry, { redirect: other }: FileEntry): boolean =>
  one?.to !== other?.to || one?.status !== other?.status;

export interface FilesDiff {
  /** Entries to write: new ones, and those with any changed field. */
  set: FileEntry[];
  removed: string[];
  /** The number of new files, and of files with another hash, content type or redirect. */
  added: number;
  changed: number;
  /** The change of the size of the site. */
  size: SiteSize;
}

/** The number of rendered pages, without redirects, and the bytes of all files. */
export interface SiteSize {
  pages: number;
  bytes: number;
}

const sizeOf = (file: FileEntry | undefined): SiteSize => ({
  pages: file?.kind === 'page' && file.redirect === undefined ? 1 : 0,
  bytes: file?.size ?? 0,
});

/** The size of a site, from the size before and its change; counts all files if the size before is unknown. */
export function nextSize(before: SiteSize | undefined, { size }: FilesDiff, files: Files): SiteSize {
  if (before) return { pages: before.pages + size.pages, bytes: before.bytes + size.bytes };
  const total = { pages: 0, bytes: 0 };
  for (const file of files.values()) {
    const { pages, bytes } = sizeOf(file);
    total.pages += pages;
    total.bytes += bytes;
  }
  return total;
}

/** The differences between two releases. */
export function diffFiles(before: Files, after: Files): FilesDiff {
  const diff: FilesDiff = { set: [], removed: [], added: 0, changed: 0, size: { pages: 0, bytes: 0 } };
  for (const path of changedKeys(before, after)) {
    const [old, file] = [before.get(path), after.get(path)];
    if (old && file && isSameEntry(old, file)) continue;
    const [sizeBefore, size] = [sizeOf(old), sizeOf(file)];
    diff.size.pages += size.pages - sizeBefore.pages;
    diff.size.bytes += size.bytes - sizeBefore.bytes;
    if (file === undefined) diff.removed.push(path);
    else diff.set.push(file);
    if (file && !old) diff.added += 1;
    if (file && old && (old.hash !== file.hash || old.contentType !== file.contentType || hasOtherTarget(old, file)))
      diff.changed += 1;
  }
  return diff;
}
