import { removeAnnounced } from './announced.ts';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { zstdDecompress } from 'node:zlib';

/** A compressed copy of the store at a commit. */
export interface Snapshot {
  /** Number of the commit. */
  number: number;
  bytes: Uint8Array;
}

/** Copies the store in a worker thread. The store stays in use meanwhile. */
export function makeSnapshot(dataDir: string): Promise<Snapshot> {
  const { promise, resolve, reject } = Promise.withResolvers<Snapshot>();
  const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), { workerData: { dataDir } });
  worker.once('message', resolve);
  worker.once('error', reject);
  worker.once('exit', (code) => reject(new Error(`The store could not be copied (exit ${String(code)})`)));
  return promise;
}

/** Replaces the store with a snapshot. The store must be closed. */
export async function restoreSnapshot(dataDir: string, { bytes }: Snapshot): Promise<void> {
  const database = await promisify(zstdDecompress)(bytes);
  const file = databaseFile(dataDir);
  writeFileSync(`${file}.new`, database, { flush: true });
  renameForeignStore(dataDir);
  renameSync(`${file}.new`, file);
}

/** Renames a store that belongs to another history. Only the last renamed store is kept. */
export function renameForeignStore(dataDir: string): void {
  const file = databaseFile(dataDir);
  if (existsSync(file)) renameSync(file, `${file}.before`);
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  removeAnnounced(dataDir);
}

/** The id of the log that the folder's store follows; null if it follows none. */
export const readLogIdentity = (dataDir: string): string | null =>
  existsSync(identityFile(dataDir)) ? readFileSync(identityFile(dataDir), 'utf8') : null;

export function writeLogIdentity(dataDir: string, identity: string): void {
  writeFileSync(identityFile(dataDir), identity);
}

/** Number of the newest commit in the folder's store; 0 if there is none. */
export function headNumber(dataDir: string): number {
  if (!existsSync(databaseFile(dataDir))) return 0;
  const store = new DatabaseSync(databaseFile(dataDir));
  const record = store.prepare('SELECT record FROM head').get()?.['record'];
  store.close();
  return record === undefined ? 0 : (JSON.parse(String(record)) as { commit: number }).commit;
}

const databaseFile = (dataDir: string): string => join(dataDir, 'pipeline.sqlite');
const identityFile = (dataDir: string): string => join(dataDir, 'log-identity');
