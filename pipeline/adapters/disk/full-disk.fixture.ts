import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '@frontage/model/messages';
import { isDiskFull } from './disk-full.ts';

/** A small mounted disk. */
export interface SmallDisk {
  folder: string;
  /** Fills the disk, except for this many blocks of 64 KiB. */
  fill(blocks?: number): void;
  /** Frees the space that `fill` has taken. */
  free(): void;
  /** Mounts it read-only. */
  protect(): void;
  remove(): void;
}

const ballast = 'ballast-';

/** Mounts a disk of this size. Returns the reason as text if mounting is not allowed. */
export function mountSmallDisk(megabytes: number): SmallDisk | string {
  const folder = mkdtempSync(join(tmpdir(), 'frontage-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${String(megabytes)}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true });
    return `a disk cannot be mounted here: ${messageOf(error)}`;
  }
  const take = (size: number): void => {
    try {
      for (let index = 0; ; index += 1) {
        writeFileSync(join(folder, `${ballast}${String(size)}-${String(index)}`), Buffer.alloc(size));
      }
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    }
  };
  return {
    folder,
    fill: (blocks = 0) => {
      take(65_536);
      take(4_096);
      for (let index = 0; index < blocks; index += 1) rmSync(join(folder, `${ballast}65536-${String(index)}`));
    },
    free: () => {
      for (const name of readdirSync(folder)) if (name.startsWith(ballast)) rmSync(join(folder, name));
    },
    protect: () => void execFileSync('mount', ['-o', 'remount,ro', folder], { stdio: 'pipe' }),
    remove: () => {
      execFileSync('umount', [folder], { stdio: 'pipe' });
      rmSync(folder, { recursive: true });
    },
  };
}
