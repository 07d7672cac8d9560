import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Blobs } from '../../release/blobs.ts';
import type { ReleaseStore } from '../../release/store.ts';
import type { WriteLock } from '../../release/writer.ts';
import { whereThereIsRoom } from './disk-full.ts';
import { lockFile } from './lock.ts';

interface Folder {
  dataDir: string;
  store: Pick<ReleaseStore, 'heldBlobs'>;
  blobs: Pick<Blobs, 'sweep' | 'lost'>;
}

/** Makes this process the one that writes below `dataDir`; null when another one is. */
export function lockForWriting({ dataDir, store, blobs }: Folder): WriteLock | null {
  const lock = lockFile(join(dataDir, 'writer.lock'));
  if (!lock) return null;
  // There while somebody writes: found at the beginning, it tells of a writer that did not end in good order.
  const mark = join(dataDir, 'writing');
  let isThorough = existsSync(mark);
  whereThereIsRoom(() => writeFileSync(mark, ''));
  return {
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
      // Whoever comes next looks at what nobody has looked at.
      if (!isThorough) rmSync(mark, { force: true });
      lock.unlock();
    },
  };
}
