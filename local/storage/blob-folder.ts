import { randomUUID } from 'node:crypto';
import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { BlobFiles } from './emulator-api.ts';

/** Bytes of objects and uploads under way. Nothing that committed metadata may still refer to is removed before `sweep`. */
export interface BlobFolder extends BlobFiles {
  /** Makes the bytes of these blobs survive a power cut. */
  sync(blobs: Iterable<string>): void;
  /** Removes the files of names deleted since the last sweep. Call it after the metadata is committed. */
  sweep(): void;
}

/** `known` maps file names to the blobs that belong to committed objects; other files in the folder are leftovers and removed. */
export function openBlobFolder(dirPath: string, known: ReadonlyMap<string, string>): BlobFolder {
  mkdirSync(dirPath, { recursive: true });
  const kept = new Set(known.values());
  for (const file of readdirSync(dirPath)) if (!kept.has(file)) rmSync(join(dirPath, file), { force: true });
  const blobs = new Map(known);
  let doomed: string[] = [];

  const pathOf = (fileName: string): string => {
    const blob = blobs.get(fileName);
    if (blob === undefined) throw Object.assign(new Error(`No such file: ${fileName}`), { code: 'ENOENT' });
    return join(dirPath, blob);
  };

  return {
    dirPath,
    appendBytes(fileName, bytes) {
      if (!blobs.has(fileName)) blobs.set(fileName, randomUUID());
      const path = pathOf(fileName);
      appendFileSync(path, bytes);
      return path;
    },
    readBytes(fileName, size, fileOffset = 0) {
      const file = openSync(pathOf(fileName), 'r');
      try {
        const bytes = Buffer.alloc(size);
        readSync(file, bytes, 0, size, Math.max(0, fileOffset));
        return bytes;
      } finally {
        closeSync(file);
      }
    },
    deleteFile(fileName, failSilently = false) {
      const blob = blobs.get(fileName);
      if (blob === undefined) {
        if (!failSilently) pathOf(fileName);
        return;
      }
      doomed.push(blob);
      blobs.delete(fileName);
    },
    renameFile(oldName, newName) {
      const blob = blobs.get(oldName);
      if (blob === undefined) return;
      blobs.set(newName, blob);
      blobs.delete(oldName);
    },
    getDiskFileName: (fileName) => blobs.get(fileName),
    sync(names) {
      for (const blob of names) {
        const file = openSync(join(dirPath, blob), 'r+');
        try {
          fsyncSync(file);
        } finally {
          closeSync(file);
        }
      }
    },
    sweep() {
      for (const blob of doomed) rmSync(join(dirPath, blob), { force: true });
      doomed = [];
    },
  };
}
