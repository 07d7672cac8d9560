import { rmSync } from 'node:fs';
import { erasePacks, type PackErasure } from './packs.ts';

/** Bytes to remove from the disk. */
export interface Erasure {
  packs: readonly PackErasure[];
  /** Files to remove; missing ones are skipped. */
  files: readonly string[];
}

export function eraseBytes({ packs, files }: Erasure): void {
  erasePacks(packs);
  for (const file of files) rmSync(file, { force: true });
}
