import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Blobs } from '../../site/blobs.ts';
import type { ReleaseStore } from '../../site/store.ts';
import type { WriteLock } from '../../release/writer.ts';
import { skipWhenDiskFull } from './disk-full.ts';
import { lockFile } from './lock.ts';

interface Folder {
  dataDir: string;
  store: Pick<ReleaseStore, 'heldBlobs'>;
  blobs: Pick<Blobs, 'sweep' | 'lost'>;
}

/** Locks `dataDir` for writing by this process; null if another process writes there. */
export function lockForWriting({ dataDir, store, blobs }: Folder): WriteLock | null {
  const lock = lockFile(join(dataDir, 'writer.lock'));
  if (!lock) return null;
  // The file exists while a writer is active. If it exists at the start, the last writer was not shut down cleanly.
  const mark = join(dataDir, 'writing');
  const wasInterrupted = existsSync(mark);
  let isThorough = wasInterrupted;
  skipWhenDiskFull(() => writeFileSync(mark, ''));
  return {
    wasInterrupted,
    recover: async ({ files, pinned, images }, assets) => {
      const held = store.heldBlobs('all');
      for (const { hash } of assets) held.add(hash);
      blobs.sweep((hash) => held.has(hash));

      const needed = [
        ...files.values(),
        ...(pinned?.files.values() ?? []),
        ...[...images.values()].flatMap((image) => image.files),
      ];
      const lost = await blobs.lost(new Map(needed.map(({ hash, size }) => [hash, size])), isThorough);
      isThorough = false;
      return lost;
    },
    end: () => {
      // The next writer repeats the check that was not completed.
      if (!isThorough) rmSync(mark, { force: true });
      lock.unlock();
    },
  };
}
