import { mkdirSync } from 'node:fs';
import { GapError, type CommitLog } from '../../log/log.ts';
import { readOrThrow, shareStore, type SharedStore } from '../../log/shared-store.ts';
import type { Blobs } from '../../release/blobs.ts';
import type { Cursor, ReleaseStore } from '../../release/store.ts';
import {
  headNumber,
  makeSnapshot,
  readLogIdentity,
  restoreSnapshot,
  renameDamagedSnapshot,
  writeLogIdentity,
} from './snapshot.ts';
import { openReleaseStore } from './store.ts';

export interface SharedFolder {
  dataDir: string;
  log: CommitLog;
  blobs: Blobs;
  retain: number;
  /** Commits between two snapshots. */
  snapshotEvery?: number;
  /** Called when a snapshot fails; the next one covers it. */
  onFailure: (error: unknown) => void;
}

export interface OpenedFolder {
  store: ReleaseStore;
  shared: SharedStore;
  /** Identifies this log. */
  history: string;
}

const commitsPerSnapshot = 200;
// Changes within this time are read again by a machine that starts after another one was killed.
const cursorNotedEvery = 10 * 60_000;

/**
 * Opens a folder as this machine's index of a log, up to the log's newest commit. A folder that follows no log yet begins
 * one, with all it holds; one that follows another log is set aside.
 */
export async function openSharedFolder(options: SharedFolder): Promise<OpenedFolder> {
  const { dataDir, log } = options;
  mkdirSync(dataDir, { recursive: true });
  const followed = readLogIdentity(dataDir);
  const { id, base, isNew } = await log.begin(followed === null ? headNumber(dataDir) : 0);
  const isOurs = followed === id || (isNew && followed === null);
  const hasSnapshot = (await log.newestSnapshot()) !== null;
  if (isOurs) writeLogIdentity(dataDir, id);
  else if (hasSnapshot || base === 0) await beginFromSnapshot(options);
  else throw new Error('Another process is creating this log. Try again in a minute, or use an empty location');

  // Read before the log's end, so that the cursor is never ahead of the applied commits.
  const noted = await log.cursor();
  let opened = open(options, noted);
  if (isOurs && base > 0 && !hasSnapshot) await beginLog(opened.store, options);
  else {
    try {
      await opened.shared.catchUp(null);
    } catch (error) {
      if (!(error instanceof GapError)) throw error;
      opened.store.close();
      await beginFromSnapshot(options);
      opened = open(options, noted);
      await opened.shared.catchUp(null);
    }
  }
  writeLogIdentity(dataDir, id);
  return { ...opened, history: id };
}

async function beginFromSnapshot({ dataDir, log }: SharedFolder): Promise<void> {
  const snapshot = await log.newestSnapshot();
  if (snapshot) await restoreSnapshot(dataDir, snapshot);
  else renameDamagedSnapshot(dataDir);
}

/** A log that begins with a folder's history begins with a snapshot of it. */
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
  const store = openReleaseStore(dataDir);
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
  let noted = found;
  // A failure is made up for by the next one, or costs a reading.
  const note = async (cursor: Cursor): Promise<void> => {
    noted = cursor;
    await log.noteCursor(cursor).catch(() => undefined);
  };
  const setCursor = (cursor: Cursor): void => {
    store.setCursor(cursor);
    const isRecent = noted !== null && Date.parse(cursor.at) - Date.parse(noted.at) < cursorNotedEvery;
    if (!isRecent || noted?.readAll !== cursor.readAll) void note(cursor);
  };
  const close = async (): Promise<void> => {
    await copying;
    const cursor = store.cursor();
    if (cursor !== null && cursor.at > (noted?.at ?? '')) await note(cursor);
  };
  return { store: { ...store, setCursor }, shared: { ...shared, commit, close } };
}
