import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { hashBytes } from './blobs.ts';

const seal = 'seal.json';

/** Records the hashes of a finished folder's files, so that damage is detected later. */
export async function sealFolder(folder: string): Promise<void> {
  await writeFile(join(folder, seal), JSON.stringify(await hashesBelow(folder)));
}

/** Whether a folder is unchanged since it was sealed; false if it does not exist. */
export async function isSealed(folder: string): Promise<boolean> {
  try {
    return isDeepStrictEqual(JSON.parse(await readFile(join(folder, seal), 'utf8')), await hashesBelow(folder));
  } catch {
    return false;
  }
}

/** SHA-256 of every file by path, except the seal. */
async function hashesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashes = files
    .filter((file) => file !== join(folder, seal))
    .map(async (file) => [relative(folder, file), hashBytes(await readFile(file))] as const);
  return Object.fromEntries(await Promise.all(hashes));
}
