import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import type { FileEntry } from '../../site/files.ts';

/** Every file below `folder` as part of a release; `keep` takes its bytes and returns their hash. */
export async function readAssets(folder: string, keep: (bytes: Uint8Array) => Promise<string>): Promise<FileEntry[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(
    files.sort().map(async (file): Promise<FileEntry> => {
      const bytes = await readFile(file);
      return {
        path: `/${relative(folder, file).split(sep).join('/')}`,
        hash: await keep(bytes),
        contentType: getMimeType(file) ?? 'application/octet-stream',
        size: bytes.length,
        kind: 'asset',
        route: null,
      };
    }),
  );
}
