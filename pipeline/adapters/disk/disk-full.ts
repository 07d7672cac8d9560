import { statfsSync } from 'node:fs';
import { DiskFullError } from '../../site/blobs.ts';

// SQLite result codes: no space for a page, and none for the shared-memory file next to the database.
const sqliteFull = 13;
const sqliteNoSharedMemory = 4874;

/** Whether an error was caused by a full disk. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (code === 'ENOSPC' || code === 'EDQUOT') return true;
  return typeof errcode === 'number' && (errcode % 256 === sqliteFull || errcode === sqliteNoSharedMemory);
}

const fullDisk = (folder: string, options?: ErrorOptions): DiskFullError =>
  new DiskFullError(
    `The disk that holds ${folder} is full. Free some space: publishing then continues automatically, and until then the last release stays live.`,
    options,
  );

/** Converts an error of a full disk to a DiskFullError with a remedy. Returns other errors unchanged. */
export const explainDiskFull = (error: unknown, folder: string): unknown =>
  isDiskFull(error) ? fullDisk(folder, { cause: error }) : error;

/** The DiskFullError that a write would cause; null if the disk has a free block or this cannot be determined. */
export function noFreeBlock(folder: string): DiskFullError | null {
  try {
    const { blocks, bavail, bfree } = statfsSync(folder);
    // Some file systems report no sizes. The superuser may use the reserved blocks too.
    const free = process.getuid?.() === 0 ? bfree : bavail;
    return blocks > 0 && free === 0 ? fullDisk(folder) : null;
  } catch {
    return null;
  }
}

/** Runs optional work that is skipped on a full disk. */
export function skipWhenDiskFull(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isDiskFull(error) && !isDiskFull(error instanceof Error ? error.cause : null)) throw error;
  }
}
