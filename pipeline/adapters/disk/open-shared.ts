import { mkdirSync } from 'node:fs';
import { GapError, type CommitLog } from '../../log/log.ts';
import { readOrThrow, shareStore, type SharedStore } from '../../log/shared-store.ts';
import type { Blobs } from '../../site/blobs.ts';
import type { Cursor, ReleaseStore } from '../../site/store.ts';
import {
  headNumber,
  makeSnapshot,
  readLogIdentity,
  restoreSnapshot,
  renameForeignStore,
  writeLogIdentity,
} from './snapshot.ts';
import { DiskStore } from './store.ts';

export interface SharedFolder {
  dataDir: string;
  log: CommitLog;
  blobs: Blobs;
  /** Number of releases kept. */
  retain: number;
  /** Number of commits between two snapshots; 200 by default. */
  snapshotEvery?: number;
  /** Called when a snapshot fails. The next snapshot replaces it. */
  onFailure: (error: unknown) => void;
}

export interface OpenedFolder {
  store: ReleaseStore;
  shared: SharedStore;
  /** Identifies this log. */
  history: string;
}

const commitsPerSnapshot = 200;
// The log stores the cursor at this interval. A machine that starts after another one was killed reads later changes
// again.
const cursorNotedEvery = 10 * 60_000;

/**
 * Opens a folder as this machine's index of a log, and applies the log's commits up to the newest one. A new log starts
 * with the history of a folder that follows no log yet. Any other folder that does not follow this log is renamed and
 * replaced by the log's newest snapshot.
 */
export async function openSharedFolder(options: SharedFolder): Promise<OpenedFolder> {
  const { dataDir, log } = options;
  mkdirSync(dataDir, { recursive: true });
  const folderLog = readLogIdentity(dataDir);
  const { id, base, isNew } = await log.begin(folderLog === null ? headNumber(dataDir) : 0);
  const followsLog = folderLog === id || (isNew && folderLog === null);
  const hasSnapshot = (await log.newestSnapshot()) !== null;
  if (followsLog) writeLogIdentity(dataDir, id);
  else if (hasSnapshot || base === 0) await beginFromSnapshot(options);
  else throw new Error('Another process is creating this log. Try again in a minute, or use an empty location');

  // Read before the newest commits, so that the cursor is never ahead of the applied commits.
  const logCursor = await log.cursor();
  let opened = open(options, logCursor);
  if (followsLog && base > 0 && !hasSnapshot) await beginLog(opened.store, options);
  else {
    try {
      await opened.shared.catchUp(null);
    } catch (error) {
      if (!(error instanceof GapError)) throw error;
      opened.store.close();
      await beginFromSnapshot(options);
      opened = open(options, logCursor);
      await opened.shared.catchUp(null);
    }
  }
  writeLogIdentity(dataDir, id);
  return { ...opened, history: id };
}

async function beginFromSnapshot({ dataDir, log }: SharedFolder): Promise<void> {
  const snapshot = await log.newestSnapshot();
  if (snapshot) await restoreSnapshot(dataDir, snapshot);
  else renameForeignStore(dataDir);
}

/** Starts a log with the folder's history: stores its blobs and a snapshot of it. */
async function beginLog(store: ReleaseStore, { dataDir, log, blobs }: SharedFolder): Promise<void> {
  const head = store.head();
  if (head === null) return;
  const held = [...store.heldBlobs('all')].map((hash) => ({ hash, read: () => readOrThrow(blobs, hash) }));
  store.setPlaces(await log.keep(head.commit, held));
  const { number, bytes } = await makeSnapshot(dataDir);
  await log.writeSnapshot(number, bytes);
}

function open(options: SharedFolder, found: Cursor | null) {
  const { dataDir, log, blobs, retain, snapshotEvery = commitsPerSnapshot, onFailure } = options;
  let logCursor = found;
  // A failure is ignored: the next call stores a newer cursor. Without one, changes are read again.
  const storeCursor = async (cursor: Cursor): Promise<void> => {
    logCursor = cursor;
    await log.noteCursor(cursor).catch(() => undefined);
  };
  const onCursor = (cursor: Cursor): void => {
    const isRecent = logCursor !== null && Date.parse(cursor.at) - Date.parse(logCursor.at) < cursorNotedEvery;
    if (!isRecent || logCursor?.readAll !== cursor.readAll) void storeCursor(cursor);
  };
  const store = new DiskStore(dataDir, { isIndex: true, onCursor });
  if (found !== null && found.at > (store.cursor()?.at ?? '')) store.setCursor(found);
  const shared = shareStore({ log, store, blobs, retain });
  let copying: Promise<void> | null = null;

  const snapshot = async (): Promise<void> => {
    const { number, bytes } = await makeSnapshot(dataDir);
    await log.writeSnapshot(number, bytes);
    const needed = store.packs();
    await log.forget((pack) => needed.has(pack));
  };

  const commit: SharedStore['commit'] = async (step, kept) => {
    const unneeded = await shared.commit(step, kept);
    if (step.head.commit % snapshotEvery === 0) {
      copying ??= snapshot()
        .catch(onFailure)
        .finally(() => (copying = null));
    }
    return unneeded;
  };
  const close = async (): Promise<void> => {
    await copying;
    const cursor = store.cursor();
    if (cursor !== null && cursor.at > (logCursor?.at ?? '')) await storeCursor(cursor);
  };
  return { store, shared: { ...shared, commit, close } };
}
