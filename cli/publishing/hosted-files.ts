import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, normalize, relative, sep } from 'node:path';
import type { HostedFiles } from '@frontage/local/hosting/server';
import { redirectCaching, withQuery } from '@frontage/model/redirect';
import type { HostedFile } from '@frontage/pipeline/hosting';
import type { LiveRelease, Pipeline } from '@frontage/pipeline';

/** Functions that return the text of a file, by path without a leading slash. */
export type ExtraFiles = Record<string, () => string | Promise<string>>;

/** The files of the release that is live at each request; `pipeline` returns null until it is opened. */
export function liveFiles(pipeline: () => Pick<Pipeline, 'live'> | null): HostedFiles {
  const live = (): LiveRelease | null => pipeline()?.live() ?? null;
  return {
    isReady: () => live() !== null,
    redirect: (path, query) => {
      const redirect = live()?.redirect(`/${path}`);
      if (!redirect) return null;
      const headers = { location: withQuery(redirect.to, query), 'cache-control': redirectCaching };
      return { status: redirect.status, headers };
    },
    async get(path) {
      const file = live()?.get(`/${path}`);
      return file ? { body: await file.read(), etag: file.hash, size: file.size } : null;
    },
  };
}

/** The files in a folder and its subfolders, plus `extra` files whose text is computed for each request. */
export function folderFiles(folder: string, extra: ExtraFiles = {}): HostedFiles {
  return {
    async get(path) {
      const body = extra[path] === undefined ? await readBelow(folder, path) : Buffer.from(await extra[path]());
      return body ? { body, etag: hashOf(body), size: body.length } : null;
    },
  };
}

/** Lists all files in a folder and its subfolders for a deployment, plus `extra` files that exist only in memory. */
export async function filesBelow(folder: string, extra: Record<string, string> = {}): Promise<HostedFile[]> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const onDisk = await Promise.all(
    entries.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = `/${relative(folder, file).split(sep).join('/')}`;
      return { path, hash: hashOf(await readFile(file)), read: () => readFile(file) };
    }),
  );
  const inMemory = Object.entries(extra).map(([path, text]) => {
    const bytes = Buffer.from(text);
    return { path: `/${path}`, hash: hashOf(bytes), read: () => Promise.resolve(bytes) };
  });
  return [...onDisk, ...inMemory];
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function readBelow(folder: string, path: string): Promise<Buffer | null> {
  const file = normalize(join(folder, path));
  if (!file.startsWith(folder + sep)) return null;
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR' || error.code === 'ENOTDIR') return null;
    throw error;
  });
}
