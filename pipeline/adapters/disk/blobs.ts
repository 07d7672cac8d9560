import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { readFile, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs } from '../../release/blobs.ts';
import { explained } from './disk-full.ts';

/** The file of a blob. */
export const blobPath = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash.slice(2));

/** SHA-256 of bytes, hex. */
export const hashBytes = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Blobs as files below `folder`. Each appears whole, by renaming a finished file. They are not flushed to the disk one
 * by one: a killed process loses nothing, and after a power cut the pipeline checks them and renders what is missing.
 */
export function openBlobs(folder: string): Blobs {
  const known = new Set<string>();
  const shards = new Set<string>();
  const pathOf = (hash: string): string => blobPath(folder, hash);

  return {
    write: async (bytes) => {
      const hash = hashBytes(bytes);
      const path = pathOf(hash);
      if (known.has(hash) && existsSync(path)) return hash;
      const shard = hash.slice(0, 2);
      const unfinished = join(folder, `.${randomUUID()}`);
      try {
        if (!shards.has(shard)) mkdirSync(join(folder, shard), { recursive: true });
        shards.add(shard);
        await writeFile(unfinished, bytes);
        await rename(unfinished, path);
      } catch (error) {
        rmSync(unfinished, { force: true });
        throw explained(error, folder);
      }
      known.add(hash);
      return hash;
    },
    read: async (hash) => {
      const bytes = await readFile(pathOf(hash)).catch(nullIfMissing);
      return bytes !== null && hashBytes(bytes) === hash ? bytes : null;
    },
    holds: async ({ hash, size }, thorough) => {
      const found = statSync(pathOf(hash), { throwIfNoEntry: false });
      const isHeld = found?.size === size && (!thorough || hashBytes(await readFile(pathOf(hash))) === hash);
      if (isHeld) known.add(hash);
      return isHeld;
    },
    remove: async (hash) => {
      known.delete(hash);
      await unlink(pathOf(hash)).catch(ignoreMissing);
    },
    sweep: (isWanted) => {
      if (!existsSync(folder)) return;
      for (const entry of readdirSync(folder)) {
        if (entry.startsWith('.')) rmSync(join(folder, entry), { force: true });
        else sweepShard(join(folder, entry), (rest) => isWanted(entry + rest));
      }
    },
  };
}

function sweepShard(shard: string, isWanted: (rest: string) => boolean): void {
  for (const rest of readdirSync(shard)) if (!isWanted(rest)) rmSync(join(shard, rest), { force: true });
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}
