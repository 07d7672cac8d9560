import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { OperatorError } from '@frontage/model/operator-error';
import PQueue from 'p-queue';
import type { LiveRelease } from './live.ts';
import { decodedAddress, redirectFiles, redirectPath } from '../site/redirects.ts';

// Marks a folder as written by an export. No other folder with files is ever replaced.
const marker = '.frontage-release';
const writesAtOnce = 32;

/**
 * Writes a release as plain files for any web server; pages end in `.html`. The folder is replaced as a whole
 * once everything is written.
 * @throws OperatorError if the folder holds files that no export wrote.
 */
export async function exportRelease(release: LiveRelease, folder: string): Promise<void> {
  const target = resolve(folder);
  const obstacle = await obstacleAt(target);
  if (obstacle !== null) throw new OperatorError(`${target} ${obstacle}`, 'Name a new folder: npx frontage export DIR');
  await mkdir(dirname(target), { recursive: true });
  const unfinished = `${target}.${String(process.pid)}.new`;
  const replaced = `${target}.${String(process.pid)}.old`;
  try {
    await writeFiles(release, unfinished);
    if (await exists(target)) await rename(target, replaced);
    try {
      await rename(unfinished, target);
    } catch (error) {
      if (await exists(replaced)) await rename(replaced, target);
      throw error;
    }
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  await rm(replaced, { recursive: true, force: true });
}

async function writeFiles(release: LiveRelease, folder: string): Promise<void> {
  const redirects = release.redirects();
  const refreshPages = new Set([...redirects.keys()].map(redirectPath));
  const paths = release.paths().filter((path) => !refreshPages.has(path));
  await mkdir(folder);
  for (const parent of new Set(paths.map((path) => dirname(path)))) {
    await mkdir(join(folder, parent), { recursive: true });
  }
  const writing = new PQueue({ concurrency: writesAtOnce });
  await writing.addAll(
    paths.map((path) => async () => {
      const file = release.get(path);
      if (file) await writeFile(join(folder, path), await file.read());
    }),
  );
  for (const address of redirects.keys()) await writeRefreshPage(address, release, folder);
  for (const [name, text] of Object.entries(redirectFiles(redirects))) await writeFile(join(folder, name), text);
  await writeFile(join(folder, marker), `${JSON.stringify({ release: release.id })}\n`);
}

/**
 * Writes the page of a redirect, for servers without redirects, where its path is free:
 * `/old.html` itself, and `/old` as `/old.html`.
 */
async function writeRefreshPage(address: string, release: LiveRelease, folder: string): Promise<void> {
  const page = await release.get(redirectPath(address))?.read();
  if (!page) return;
  const file = join(folder, decodedAddress(address.endsWith('.html') ? address : redirectPath(address)));
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, page, { flag: 'wx' });
  } catch (error) {
    // A file exists where a folder is needed or vice versa, or the name is too long.
    if (!(error instanceof Error && 'code' in error && conflictCodes.has(String(error.code)))) throw error;
  }
}

const conflictCodes: ReadonlySet<string> = new Set(['EEXIST', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG']);

const exists = async (path: string): Promise<boolean> => (await stat(path).catch(() => null)) !== null;

/** The reason why a path must not be replaced; null if it may be. */
async function obstacleAt(folder: string): Promise<string | null> {
  const found = await stat(folder).catch(() => null);
  if (found === null) return null;
  if (!found.isDirectory()) return 'is a file';
  const isReplaceable = (await readdir(folder)).length === 0 || (await exists(join(folder, marker)));
  return isReplaceable ? null : 'is not empty and was not written by an export';
}
