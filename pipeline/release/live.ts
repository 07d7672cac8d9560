import { normalizePath } from '@frontage/model/redirect';
import type { Redirect } from '../sync/compose-addresses.ts';
import type { FileEntry } from '../site/files.ts';
import { redirectPath, redirectsOf } from '../site/redirects.ts';
import type { Site } from '../site/site.ts';

/** One complete release, as read by a web server. It stays unchanged when a newer one replaces it. */
export interface LiveRelease {
  id: string;
  /** The file at a path: `/index.html`, `/page/about.html`, `/sitemap.xml`. Null if the release has no such file. */
  get(path: string): LiveFile | null;
  /** The paths of all files. */
  paths(): string[];
  /** The redirect of a requested address such as `/page/old`; null if it has none. */
  redirect(address: string): Redirect | null;
  redirects(): ReadonlyMap<string, Redirect>;
}

export interface LiveFile {
  /** SHA-256 of the bytes, hex. */
  hash: string;
  contentType: string;
  /** Bytes. */
  size: number;
  read(): Promise<Uint8Array>;
}

/** Returns a function that opens the live release; it returns null before the first release. */
export const createLive =
  (site: () => Pick<Site, 'head' | 'files'>, read: (file: FileEntry) => Promise<Uint8Array>) =>
  (): LiveRelease | null => {
    const { head, files } = site();
    if (head?.release == null) return null;
    return {
      id: head.release,
      get: (path) => {
        const file = files.get(path);
        if (!file) return null;
        const { hash, contentType, size } = file;
        return { hash, contentType, size, read: () => read(file) };
      },
      paths: () => [...files.keys()],
      redirect: (address) => {
        const normalized = normalizePath(address);
        return (normalized !== null && files.get(redirectPath(normalized))?.redirect) || null;
      },
      redirects: () => redirectsOf(files),
    };
  };
