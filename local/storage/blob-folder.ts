import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { explainSystemError } from '@frontage/firestore-server/damaged-file';
import type { BlobFiles } from './emulator-api.ts';

/**
 * The bytes of objects and of uploads in progress. Files that committed metadata may refer to are removed only by
 * `sweep`.
 */
export interface BlobFolder extends BlobFiles {
  /** Flushes these blobs to disk, so that they survive a power failure. */
  sync(blobs: Iterable<string>): void;
  /** Removes the files of names deleted since the last sweep. Call it after the metadata is committed. */
  sweep(): void;
}

/** Calls `act`. Its errors name the file and the next step. */
function named<Result>(path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw explainSystemError(error, path);
  }
}

/** The files of blobs that are missing or do not have their size. */
export const damagedBlobs = (dirPath: string, sizes: ReadonlyMap<string, number>): string[] =>
  Array.from(sizes, ([blob, size]) => ({ path: join(dirPath, blob), size }))
    .filter(({ path, size }) => statSync(path, { throwIfNoEntry: false })?.size !== size)
    .map(({ path }) => path);

interface KnownBlobs {
  /** File names with the blobs of committed objects. */
  known: ReadonlyMap<string, string>;
  /** Whether commits were lost: other files may belong to them, and are moved to a folder beside this one. */
  isIncomplete: boolean;
}

/** Opens the folder and deletes all files that are not known. */
export function openBlobFolder(dirPath: string, { known, isIncomplete }: KnownBlobs): BlobFolder {
  mkdirSync(dirPath, { recursive: true });
  const kept = new Set(known.values());
  const unknown = readdirSync(dirPath).filter((file) => !kept.has(file));
  const lostPath = `${dirPath}.lost`;
  if (isIncomplete && unknown.length > 0) mkdirSync(lostPath, { recursive: true });
  for (const file of unknown) {
    if (isIncomplete) renameSync(join(dirPath, file), join(lostPath, file));
    else rmSync(join(dirPath, file), { force: true });
  }
  const blobs = new Map(known);
  let deleted: string[] = [];

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
      named(path, () => appendFileSync(path, bytes));
      return path;
    },
    readBytes(fileName, size, fileOffset = 0) {
      const path = pathOf(fileName);
      const file = named(path, () => openSync(path, 'r'));
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
      deleted.push(blob);
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
        const path = join(dirPath, blob);
        const file = named(path, () => openSync(path, 'r+'));
        try {
          fsyncSync(file);
        } finally {
          closeSync(file);
        }
      }
    },
    sweep() {
      for (const blob of deleted) rmSync(join(dirPath, blob), { force: true });
      deleted = [];
    },
  };
}
