import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import type { FileEntry } from '../../release/files.ts';

const contentTypes: Record<string, string> = {
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** Every file below `folder` as part of a release; `keep` takes its bytes and answers their hash. */
export async function readAssets(folder: string, keep: (bytes: Uint8Array) => Promise<string>): Promise<FileEntry[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.sort().map(async (file): Promise<FileEntry> => {
      const bytes = await readFile(file);
      return {
        path: `/${relative(folder, file).split(sep).join('/')}`,
        hash: await keep(bytes),
        contentType: contentTypes[extname(file).toLowerCase()] ?? 'application/octet-stream',
        size: bytes.length,
        kind: 'asset',
        route: null,
      };
    }),
  );
}
