import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { whereThereIsRoom } from './disk-full.ts';
import type { Blobs } from '../../release/blobs.ts';
import { shownContent, withoutLost, type Site } from '../../release/site.ts';
import type { Store } from '../../release/store.ts';
import { publicImages } from '../../sync/image-addresses.ts';

interface Recovery {
  dataDir: string;
  store: Store;
  blobs: Blobs;
  /** Real names of our own buckets. */
  buckets: ReadonlySet<string>;
  /** Other machines share the store's history: only commits may forget what it holds. */
  isShared: boolean;
  stored: () => Site;
}

/**
 * Makes the folder ready for its one writer: forgets images that neither content nor a kept release shows, removes what
 * interrupted writes left, and returns what is stored without what was made of damaged bytes, so that it is made again.
 * After a clean end sizes are compared, after any other the bytes too.
 */
export async function recover({ dataDir, store, blobs, buckets, isShared, stored }: Recovery): Promise<Site> {
  const mark = markOf(dataDir);
  const thorough = existsSync(mark);
  whereThereIsRoom(() => writeFileSync(mark, ''));
  const site = stored();
  const shown = [...publicImages(shownContent(site), buckets, null).values()].flatMap(({ images }) => images);
  const shownAddresses = new Set(shown.map(({ address }) => address));
  const inReleases = store.heldBlobs('files');
  const unused = (isShared ? [] : [...site.images.values()]).filter(
    ({ address, files }) => !shownAddresses.has(address) && !files.some(({ hash }) => inReleases.has(hash)),
  );
  whereThereIsRoom(() => store.forgetImages(unused.map(({ address }) => address)));
  const held = store.heldBlobs('all');
  blobs.sweep((hash) => held.has(hash));

  const lost = new Set(unused.flatMap(({ files }) => files.map(({ hash }) => hash)));
  const needed = [
    ...site.files.values(),
    ...(site.pinned?.files.values() ?? []),
    ...[...site.images.values()].flatMap(({ files }) => files),
  ];
  for (const file of needed) if (!(await blobs.holds(file, thorough))) lost.add(file.hash);
  return withoutLost(site, lost);
}

/** Notes that the writer ended in good order. */
export function endCleanly(dataDir: string): void {
  rmSync(markOf(dataDir), { force: true });
}

const markOf = (dataDir: string): string => join(dataDir, 'writing');
