import { hash as digest, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Blobs } from '../../release/blobs.ts';
import type { PageSink } from '../../render/render-routes.ts';
import { openBackgroundThread } from './background-thread.ts';
import { noFreeBlock } from './disk-full.ts';
import { explainFolderError } from './file-access.ts';
import { eraseBytes, type Erasure } from './erase-bytes.ts';
import { openPacks, type PackEntry } from './packs.ts';

/** The file of a blob that is not in a pack. */
export const blobPath = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash.slice(2));

/** SHA-256 of bytes, hex. */
export const hashBytes = (bytes: Uint8Array): string => digest('sha256', bytes, 'hex');

const packsFolder = 'packs';
// Pack size: large enough for few packs per site, small enough to buffer in memory.
const packSize = 4 * 2 ** 20;
// Fewer blobs than this are written as separate files, which can be removed completely.
const fewestPacked = 64;
// Fewer blobs than this are removed at once, because starting a thread takes longer.
const fewestInThread = 64;

/**
 * Stores blobs as files below `folder`, or in packs if many are added together. A finished file is renamed, so that
 * readers see only complete files. Files are not flushed to the disk one by one: a killed process loses nothing, and
 * after a power cut the pipeline checks the blobs and renders missing ones again.
 */
export function openBlobs(folder: string): Blobs {
  const known = new Set<string>();
  const shards = new Set<string>();
  const packs = openPacks(join(folder, packsFolder));
  const pathOf = (hash: string): string => blobPath(folder, hash);
  const eraser = openBackgroundThread<Erasure, null>(new URL('./erase-thread.ts', import.meta.url));
  // Forgotten blobs may be in packs, in files, or in both.
  const forgottenInPacks = new Map<string, PackEntry[] | null>();
  const forgotten = new Set<string>();
  const erasing = new Set<string>();
  let erasure: Promise<unknown> = Promise.resolve();
  const isLeaving = (hash: string): boolean => forgotten.has(hash) || erasing.has(hash);
  const fileSize = (hash: string): number | undefined =>
    isLeaving(hash) ? undefined : statSync(pathOf(hash), { throwIfNoEntry: false })?.size;
  const sizeOf = (hash: string): number | null =>
    packs.size(hash, 'known') ?? fileSize(hash) ?? packs.size(hash, 'all');

  /** Keeps the file of a blob that is written again. Resolves when no other thread may still remove it. */
  const keepFile = async (hash: string): Promise<void> => {
    while (erasing.has(hash)) await erasure;
    forgotten.delete(hash);
  };

  // Synchronous, because passing a page to another thread and waiting for it takes ten times as long as writing it.
  const writeFileOf = (hash: string, bytes: Uint8Array): void => {
    const shard = hash.slice(0, 2);
    const unfinished = join(folder, `.${randomUUID()}`);
    try {
      if (!shards.has(shard)) mkdirSync(join(folder, shard), { recursive: true });
      shards.add(shard);
      writeFileSync(unfinished, bytes);
      renameSync(unfinished, pathOf(hash));
    } catch (error) {
      removeIfPossible(unfinished);
      throw explainFolderError(error, folder);
    }
    known.add(hash);
  };

  const writePack = async (blobs: ReadonlyMap<string, Uint8Array>): Promise<void> => {
    try {
      await packs.write(blobs);
    } catch (error) {
      throw explainFolderError(error, join(folder, packsFolder));
    }
    for (const hash of blobs.keys()) known.add(hash);
  };

  const isHere = (hash: string): boolean => known.has(hash) && sizeOf(hash) !== null;

  const readAny = async (hash: string): Promise<Uint8Array | null> => {
    const isWhole = (bytes: Uint8Array | null): bytes is Uint8Array => bytes !== null && hashBytes(bytes) === hash;
    const packed = await packs.read(hash, 'known');
    if (isWhole(packed)) return packed;
    const alone = await readFile(pathOf(hash)).catch(nullIfMissing);
    if (isWhole(alone)) return alone;
    const packedSince = await packs.read(hash, 'all');
    return isWhole(packedSince) ? packedSince : null;
  };

  const holds: Blobs['holds'] = async ({ hash, size }, thorough) => {
    const isHeld = sizeOf(hash) === size && (!thorough || (await readAny(hash)) !== null);
    if (isHeld) known.add(hash);
    return isHeld;
  };

  const forget = (hashes: readonly string[]): void => {
    for (const hash of hashes) {
      known.delete(hash);
      forgotten.add(hash);
    }
    for (const { file, entries } of packs.forget(hashes)) {
      const before = forgottenInPacks.get(file) ?? [];
      if (entries === null) forgottenInPacks.set(file, null);
      else
        forgottenInPacks
          .set(file, before)
          .get(file)
          ?.push(...entries);
    }
  };

  /** The removal of all forgotten blobs; null if there are none. */
  const takeForgotten = (): Erasure | null => {
    if (forgotten.size === 0 && forgottenInPacks.size === 0) return null;
    const packed = Array.from(forgottenInPacks, ([file, entries]) => ({ file, entries }));
    const files = Array.from(forgotten, pathOf);
    forgottenInPacks.clear();
    forgotten.clear();
    return { packs: packed, files };
  };

  const eraseForgotten = async (): Promise<void> => {
    while (erasing.size > 0) await erasure;
    const hashes = [...forgotten];
    const order = takeForgotten();
    if (order === null) return;
    if (hashes.length < fewestInThread) return eraseBytes(order);
    for (const hash of hashes) erasing.add(hash);
    const work = eraser.ask(order).finally(() => erasing.clear());
    erasure = work.catch(() => undefined);
    await work;
  };

  return {
    write: async (bytes) => {
      const hash = hashBytes(bytes);
      if (isHere(hash)) return hash;
      if (isLeaving(hash)) await keepFile(hash);
      writeFileOf(hash, bytes);
      return hash;
    },
    together: () => keepTogether({ isHere, keepFile, writeFileOf, writePack }),
    read: readAny,
    holds,
    lost: async (blobs, thorough) => {
      const packed = packs.sizes();
      const lost = new Set<string>();
      for (const [hash, size] of blobs) {
        if (!thorough && packed.get(hash) === size) known.add(hash);
        else if (!(await holds({ hash, size }, thorough))) lost.add(hash);
      }
      return lost;
    },
    remove: async (hash) => {
      forget([hash]);
      await eraseForgotten();
    },
    forget,
    eraseForgotten,
    full: () => noFreeBlock(folder),
    sweep: (isWanted) => {
      if (!existsSync(folder)) return;
      for (const entry of readdirSync(folder)) {
        if (entry.startsWith('.')) rmSync(join(folder, entry), { force: true });
        else if (entry !== packsFolder) sweepShard(join(folder, entry), (rest) => isWanted(entry + rest));
      }
      packs.sweep(isWanted);
    },
  };
}

interface Writes {
  isHere: (hash: string) => boolean;
  keepFile: (hash: string) => Promise<void>;
  writeFileOf: (hash: string, bytes: Uint8Array) => void;
  writePack: (blobs: ReadonlyMap<string, Uint8Array>) => Promise<void>;
}

/** Stores added blobs in packs. While one pack is written, the next one is filled. */
function keepTogether({ isHere, keepFile, writeFileOf, writePack }: Writes): PageSink {
  let waiting = new Map<string, Uint8Array>();
  let size = 0;
  let written: ReadonlyMap<string, Uint8Array> = waiting;
  let writing: Promise<unknown> = Promise.resolve();
  const transferred = new Set<ArrayBuffer>();

  /** Frees the memory of buffers at once. Otherwise V8 would collect all garbage whenever some packs were added. */
  const freeBuffers = (): void => {
    const needed = new Set([...waiting.values(), ...written.values()].map(({ buffer }) => buffer));
    for (const buffer of transferred) {
      if (needed.has(buffer)) continue;
      transferred.delete(buffer);
      buffer.transfer(0);
    }
  };
  /** Writes the buffered blobs after the previous pack; the caller that adds or ends receives a failure. */
  const beginPack = async (): Promise<void> => {
    const before = writing;
    await before;
    // Of several callers waiting for one pack, the first writes the blobs of all.
    if (writing !== before) return;
    written = waiting;
    waiting = new Map();
    size = 0;
    writing = writePack(written).then(() => {
      written = new Map();
      freeBuffers();
    });
    writing.catch(() => undefined);
  };

  return {
    add: async (hash, bytes) => {
      if (waiting.has(hash) || isHere(hash)) return;
      waiting.set(hash, bytes);
      size += bytes.length;
      if (size >= packSize) await beginPack();
    },
    leave: (buffers) => {
      for (const buffer of buffers) transferred.add(buffer);
      freeBuffers();
    },
    end: async () => {
      while (waiting.size >= fewestPacked) await beginPack();
      await writing;
      for (const [hash, bytes] of waiting) {
        await keepFile(hash);
        writeFileOf(hash, bytes);
      }
      waiting.clear();
      size = 0;
      freeBuffers();
    },
  };
}

function sweepShard(shard: string, isWanted: (rest: string) => boolean): void {
  for (const rest of readdirSync(shard)) if (!isWanted(rest)) rmSync(join(shard, rest), { force: true });
}

/** Removes an unfinished file. A failure must not hide the error of writing it. */
function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The next writer removes it.
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error;
  return null;
}
