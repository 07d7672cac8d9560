import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whereThereIsRoom } from './disk-full.ts';
import type { Blobs } from '../../release/blobs.ts';
import { withoutLost, type Site } from '../../release/site.ts';
import type { ReleaseStore } from '../../release/store.ts';

interface Recovery {
  dataDir: string;
  store: ReleaseStore;
  blobs: Blobs;
  stored: () => Site;
}

/**
 * Makes the folder ready for its one writer: removes what interrupted writes left, and returns what is stored without
 * what was made of damaged bytes, so that it is made again.
 * After a clean end sizes are compared, after any other the bytes too.
 */
export async function recover({ dataDir, store, blobs, stored }: Recovery): Promise<Site> {
  const mark = markOf(dataDir);
  const thorough = existsSync(mark);
  whereThereIsRoom(() => writeFileSync(mark, ''));
  const site = stored();
  const held = store.heldBlobs('all');
  blobs.sweep((hash) => held.has(hash));

  const needed = [
    ...site.files.values(),
    ...(site.pinned?.files.values() ?? []),
    ...[...site.images.values()].flatMap(({ files }) => files),
  ];
  const sizes = new Map(needed.map(({ hash, size }) => [hash, size]));
  return withoutLost(site, await blobs.lost(sizes, thorough));
}

/** Notes that the writer ended in good order. */
export function endCleanly(dataDir: string): void {
  rmSync(markOf(dataDir), { force: true });
}

const markOf = (dataDir: string): string => join(dataDir, 'writing');
