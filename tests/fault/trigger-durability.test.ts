import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import type { App } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import type { Firestore } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import { emulatorEnv } from '../../local/start.ts';
import { countAcknowledged } from './support/acknowledged.ts';
import { localProcess, PROJECT } from './support/local-process.ts';
import type { LocalProcess } from './support/local-process.ts';
import { randomFrom } from './support/random.ts';
import { sized } from '../full.ts';

const ROUNDS = sized(20, 2);

describe('events', () => {
  let local: LocalProcess;
  let app: App;
  let firestore: Firestore;

  beforeAll(async () => {
    local = await localProcess({
      only: ['functions', 'firestore', 'storage'],
      functionsModule: fileURLToPath(new URL('../contract/functions/fixture/index.ts', import.meta.url)),
      deliveriesSeed: 11,
    });
    await local.start();
    Object.assign(
      process.env,
      emulatorEnv(PROJECT, { storage: local.hosts.storage, firestore: local.hosts.firestore }),
    );
    app = initializeApp({ projectId: PROJECT });
    firestore = getFirestore(app);
  });
  afterAll(async () => {
    await firestore.terminate();
    await deleteApp(app);
    await local.remove();
  });

  async function seenThings(trigger: string): Promise<Set<string>> {
    const notes = await firestore.collection('seen').where('trigger', '==', trigger).get();
    return new Set(notes.docs.map((note) => String(note.get('name') ?? note.get('params.thing'))));
  }

  it(
    'of every acknowledged change reach their functions after SIGKILL during delivery',
    { timeout: 600_000 },
    async () => {
      const random = randomFrom();
      const documents: string[] = [];
      const objects: string[] = [];
      const acknowledged = countAcknowledged();
      for (let round = 0; round < ROUNDS; round += 1) {
        let stopping = false;
        const write = async (): Promise<void> => {
          for (let n = 0; !stopping; n += 1) {
            const id = `${round}-${n}-${random.below(1e9)}`;
            await firestore.doc(`things/${id}`).set({ n });
            documents.push(id);
            if (n % 5 === 0) {
              await getStorage(app).bucket('contract-bucket').file(`${id}.txt`).save('x', { resumable: false });
              objects.push(`${id}.txt`);
              acknowledged.add();
            }
          }
        };
        const writer = write().catch(() => undefined);
        await Promise.race([acknowledged.more(2 + random.below(4)), writer]);
        await local.kill();
        stopping = true;
        await local.start();
        await writer;
      }
      await local.idle();
      const [created, finalized] = await Promise.all([seenThings('created'), seenThings('finalized')]);
      expect(
        documents.filter((id) => !created.has(id)),
        `seed ${random.seed}`,
      ).toEqual([]);
      expect(
        objects.filter((name) => !finalized.has(name)),
        `seed ${random.seed}`,
      ).toEqual([]);
      expect(Math.min(documents.length, objects.length)).toBeGreaterThan(ROUNDS);
    },
  );
});
