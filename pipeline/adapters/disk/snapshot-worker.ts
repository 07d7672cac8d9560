import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { zstdCompressSync } from 'node:zlib';
import type { Snapshot } from './snapshot.ts';

const { dataDir } = workerData as { dataDir: string };
const copy = join(dataDir, 'snapshot.sqlite');
rmSync(copy, { force: true });
const store = new DatabaseSync(join(dataDir, 'pipeline.sqlite'), { readOnly: true, timeout: 10_000 });
store.prepare('VACUUM INTO ?').run(copy);
store.close();

const database = new DatabaseSync(copy, { readOnly: true });
const head = database.prepare('SELECT record FROM head').get()?.['record'];
database.close();
const { commit } = JSON.parse(String(head)) as { commit: number };
const snapshot: Snapshot = { number: commit, bytes: zstdCompressSync(readFileSync(copy)) };
rmSync(copy, { force: true });
parentPort?.postMessage(snapshot);
