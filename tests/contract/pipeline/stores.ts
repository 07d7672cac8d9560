import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DiskBlobs } from '@frontage/pipeline/blobs';
import { openSharedFolder } from '@frontage/pipeline/shared-folder';
import { DiskStore } from '@frontage/pipeline/store';
import { folderObjects } from '@frontage/pipeline/objects';
import { openLog } from '@frontage/pipeline/log';
import type { Blobs } from '../../../pipeline/site/blobs.ts';
import type { Committer, ReleaseStore } from '../../../pipeline/site/store.ts';

/** An empty pipeline store. */
export interface OpenedStore {
  store: ReleaseStore;
  committer: Committer;
  blobs: Blobs;
  /** The folder of the blobs' files. */
  blobFolder: string;
  close(): void;
}

/** The implementations of the store: on a local disk, and on a disk that follows a shared log. */
export const storeImplementations: [string, () => Promise<OpenedStore>][] = [
  [
    'on a disk',
    async () => {
      const { dataDir, blobFolder, blobs, remove } = folderFor();
      const store = new DiskStore(dataDir);
      return { store, committer: store, blobs, blobFolder, close: () => (store.close(), remove()) };
    },
  ],
  [
    'on a disk that follows a log',
    async () => {
      const { dataDir, blobFolder, blobs, remove } = folderFor();
      const onFailure = (error: unknown): void => {
        throw error;
      };
      const log = openLog(folderObjects(join(dataDir, 'log')));
      const { store, shared } = await openSharedFolder({ dataDir, log, blobs, retain: 2, onFailure });
      return { store, committer: shared, blobs: shared.blobs, blobFolder, close: () => (store.close(), remove()) };
    },
  ],
];

function folderFor() {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontage-store-'));
  const blobFolder = join(dataDir, 'blobs');
  const remove = (): void => rmSync(dataDir, { recursive: true, force: true });
  return { dataDir, blobFolder, blobs: new DiskBlobs(blobFolder), remove };
}
