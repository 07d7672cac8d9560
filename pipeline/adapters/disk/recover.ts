import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Blobs } from '../../release/blobs.ts';
import type { ImageRecord, Store } from '../../release/store.ts';

interface Recovery {
  dataDir: string;
  store: Store;
  blobs: Blobs;
  /** Addresses of images in public content. */
  shownImages: ReadonlySet<string>;
}

/**
 * Makes the folder ready for its one writer: forgets images that neither content nor a kept release shows, removes what
 * interrupted writes left, and answers the blobs of the live release that are damaged. After a clean end sizes are
 * compared, after any other the bytes too.
 */
export async function recover({ dataDir, store, blobs, shownImages }: Recovery): Promise<ReadonlySet<string>> {
  const mark = markOf(dataDir);
  const thorough = existsSync(mark);
  writeFileSync(mark, '');
  const inReleases = store.heldBlobs('files');
  const isUnused = ({ address, files }: ImageRecord): boolean =>
    !shownImages.has(address) && !files.some(({ hash }) => inReleases.has(hash));
  store.forgetImages(
    store
      .images()
      .filter(isUnused)
      .map(({ address }) => address),
  );
  const held = store.heldBlobs('all');
  blobs.sweep((hash) => held.has(hash));

  const lost = new Set<string>();
  const needed = [...store.current().files, ...store.images().flatMap(({ files }) => files)];
  for (const file of needed) if (!(await blobs.holds(file, thorough))) lost.add(file.hash);
  return lost;
}

/** Notes that the writer ended in good order. */
export function endCleanly(dataDir: string): void {
  rmSync(markOf(dataDir), { force: true });
}

const markOf = (dataDir: string): string => join(dataDir, 'writing');
