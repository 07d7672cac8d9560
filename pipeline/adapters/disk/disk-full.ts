import { statfsSync } from 'node:fs';
import { DiskFullError } from '../../release/blobs.ts';

// SQLite's own numbers: no room for a page, and none for the shared memory beside the database.
const sqliteFull = 13;
const sqliteNoSharedMemory = 4874;

/** Whether something failed for want of room on the disk. */
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

/** A failed write as an actionable error: a DiskFullError where the disk is full. */
export const explainDiskFull = (error: unknown, folder: string): unknown =>
  isDiskFull(error) ? fullDisk(folder, { cause: error }) : error;

/** The same error before a write fails; null while the disk has a free block, and where that cannot be found out. */
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
