import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteApp, initializeApp } from 'firebase/app';
import {
  collection,
  connectFirestoreEmulator,
  doc,
  getDocs,
  getFirestore,
  setLogLevel,
  writeBatch,
} from 'firebase/firestore/lite';
import type { Firestore } from 'firebase/firestore/lite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '@frontage/firestore-server/store';
import { countAcknowledged } from './support/acknowledged.ts';
import { firestoreProcess } from './support/firestore-process.ts';
import type { FirestoreProcess } from './support/firestore-process.ts';
import { randomFrom } from './support/random.ts';
import { sized } from '../full.ts';

const project = 'demo-durability';
const folder = mkdtempSync(join(tmpdir(), 'durability-'));
const app = initializeApp({ projectId: project, apiKey: 'unused' }, project);
const random = randomFrom();
let server: FirestoreProcess;
let db: Firestore;

beforeAll(async () => {
  server = await firestoreProcess({ file: join(folder, 'documents.sqlite'), project });
  setLogLevel('silent');
  db = getFirestore(app);
  connectFirestoreEmulator(db, '127.0.0.1', server.port, { mockUserToken: 'owner' });
});
afterAll(async () => {
  await server.kill();
  await deleteApp(app);
  rmSync(folder, { recursive: true, force: true });
});

const kills = sized(200, 6);
const writers = 6;

it(
  `keeps every acknowledged commit whole, with its events, after ${kills} kills (seed ${random.seed})`,
  { timeout: 1_800_000 },
  async () => {
    const acknowledged: string[] = [];
    let present = 0;
    await server.start();
    for (let round = 0; round < kills; round++) {
      const stored = await underLoad(round, 2 + random.below(60));
      await server.start();
      const found = await pairsIn(round);
      present += found.size * 2;
      for (const id of stored) expect(found.get(id), `commit ${id} of round ${round}`).toEqual(['left', 'right']);
      for (const [id, sides] of found) expect(sides, `commit ${id} of round ${round}`).toEqual(['left', 'right']);
      for (const id of stored) acknowledged.push(`round-${round}/${id}`);
    }
    expect(acknowledged.length).toBeGreaterThan(kills);

    await server.kill();
    const store = openStore({ file: server.file });
    const announced = store.outbox.headings(0, Number.MAX_SAFE_INTEGER).map(({ path }) => path);
    store.close();
    expect(new Set(announced).size).toBe(announced.length);
    // Each document was written once: as many events as documents, neither fewer nor more.
    expect(announced).toHaveLength(present);
    const announcedPaths = new Set(announced);
    for (const path of acknowledged)
      expect([announcedPaths.has(`${path}-left`), announcedPaths.has(`${path}-right`)]).toEqual([true, true]);
  },
);

/** Commits document pairs, kills the server after `count` acknowledged commits, and returns the acknowledged ids. */
async function underLoad(round: number, count: number): Promise<Set<string>> {
  const stored = new Set<string>();
  const acknowledged = countAcknowledged();
  let killed = false;
  const write = async (writer: number): Promise<void> => {
    for (let n = 0; !killed; n++) {
      const id = `${writer}-${n}`;
      const batch = writeBatch(db);
      for (const side of ['left', 'right'])
        batch.set(doc(db, `round-${round}/${id}-${side}`), { id, side, text: 'x'.repeat(500) });
      const done = await batch.commit().then(
        () => true,
        () => false,
      );
      if (!done) continue;
      stored.add(id);
      acknowledged.add();
    }
  };
  const all = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  await acknowledged.more(count);
  await server.kill();
  killed = true;
  await all;
  return stored;
}

async function pairsIn(round: number): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (const document of (await getDocs(collection(db, `round-${round}`))).docs) {
    const { id, side } = document.data() as { id: string; side: string };
    found.set(id, [...(found.get(id) ?? []), side]);
  }
  return found;
}
