/** One file of a release. */
export interface FileEntry {
  /** As a web server names it: `/page/about.html`. */
  path: string;
  /** SHA-256 of the bytes, hex. */
  hash: string;
  contentType: string;
  size: number;
  /** A rendered page, a file of the compiled site, or a processed image. */
  kind: 'page' | 'asset' | 'image';
  /** The route a page was rendered from. */
  route: string | null;
}

/** A release: every file of the site, by path. */
export type Files = ReadonlyMap<string, FileEntry>;

export interface FilesDiff {
  added: FileEntry[];
  changed: FileEntry[];
  removed: string[];
}

/** What turns one release into another. Only bytes and their type count as a change. */
export function diffFiles(before: Files, after: Files): FilesDiff {
  const diff: FilesDiff = { added: [], changed: [], removed: [] };
  for (const [path, file] of after) {
    const old = before.get(path);
    if (old === file) continue;
    if (old === undefined) diff.added.push(file);
    else if (old.hash !== file.hash || old.contentType !== file.contentType) diff.changed.push(file);
  }
  for (const path of before.keys()) if (!after.has(path)) diff.removed.push(path);
  return diff;
}
