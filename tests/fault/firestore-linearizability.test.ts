import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initializeApp as initializeAdmin } from 'firebase-admin/app';
import { initializeFirestore } from 'firebase-admin/firestore';
import { initializeApp } from 'firebase/app';
import * as lite from 'firebase/firestore/lite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countAcknowledged, type Acknowledged } from './support/acknowledged.ts';
import { firestoreProcess } from './support/firestore-process.ts';
import type { FirestoreProcess } from './support/firestore-process.ts';
import { randomFrom } from './support/random.ts';
import { sized } from '../full.ts';

const project = 'demo-linearizability';
const folder = mkdtempSync(join(tmpdir(), 'linearizability-'));
const random = randomFrom();
let server: FirestoreProcess;

beforeAll(async () => {
  lite.setLogLevel('silent');
  server = await firestoreProcess({ file: join(folder, 'documents.sqlite'), project });
  await server.start();
});
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

const clients = 8;
const operations = sized(2_000, 50);
const counters = 16;
const kills = sized(40, 2);
const accounts = 40;
const initialBalance = 1000;

type Fields = Record<string, number>;

/** The operations of a transaction that both SDKs have. All reads precede the writes. */
interface Step {
  get(path: string): Promise<Fields | undefined>;
  set(path: string, fields: Fields): void;
}

interface Client {
  /** Runs a transaction once, without retries. */
  transact(run: (step: Step) => Promise<void>): Promise<void>;
  read(path: string): Promise<Fields | undefined>;
  stop(): Promise<void>;
}

/** The times (`performance.now()`) at which a counter operation was sent and answered. */
interface Operation {
  id: string;
  counter: number;
  began: number;
  ended: number;
}

it(
  `${clients} clients × ${operations} transactions with kills: no lost, duplicated or reordered operation (seed ${random.seed})`,
  { tags: 'full', timeout: 3_600_000 },
  async () => {
    const all = Array.from({ length: clients }, (_, i) => (i % 2 === 0 ? adminClient(i) : liteClient(i)));
    const first = all[1] as Client;
    await retryUntilSuccess(() =>
      first.transact((step) => {
        for (let i = 0; i < counters; i++) step.set(`counters/${i}`, { n: 0 });
        for (let i = 0; i < accounts; i++) step.set(`accounts/${i}`, { balance: initialBalance });
        return Promise.resolve();
      }),
    );
    const acknowledged = countAcknowledged();
    const killing = killRepeatedly(acknowledged);
    const history = (await Promise.all(all.map((client, number) => work(client, { number, acknowledged })))).flat();
    await killing;

    expect(history).toHaveLength(clients * operations);
    for (let counter = 0; counter < counters; counter++) {
      const own = history.filter((operation) => operation.counter === counter);
      const values = await readValues(first, own);
      expect(await first.read(`counters/${counter}`)).toEqual({ n: own.length });
      expect([...values.values()].sort((a, b) => a - b)).toEqual(own.map((_, i) => i + 1));
      checkRealTimeOrder(own, values);
    }
    const balances = await Promise.all(
      Array.from({ length: accounts }, async (_, i) => (await first.read(`accounts/${i}`))?.['balance'] ?? NaN),
    );
    expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(accounts * initialBalance);
    await Promise.all(all.map((client) => client.stop()));
  },
);

/**
 * Runs `operations` transactions. Each increments a counter, transfers an amount and stores a mark with its id.
 * If an answer was lost, the retry finds the mark and does nothing.
 */
async function work(
  client: Client,
  { number, acknowledged }: { number: number; acknowledged: Acknowledged },
): Promise<Operation[]> {
  const done: Operation[] = [];
  for (let n = 0; n < operations; n++) {
    const id = `${number}-${n}`;
    const counter = random.below(counters);
    const from = random.below(accounts);
    const to = (from + 1 + random.below(accounts - 1)) % accounts;
    const amount = 1 + random.below(50);
    const began = performance.now();
    await retryUntilSuccess(() =>
      client.transact(async (step) => {
        const paths = [`marks/${id}`, `counters/${counter}`, `accounts/${from}`, `accounts/${to}`];
        const [mark, count, source, target] = await Promise.all(paths.map((path) => step.get(path)));
        if (mark !== undefined) return;
        const next = (count?.['n'] ?? NaN) + 1;
        step.set(`counters/${counter}`, { n: next });
        step.set(`accounts/${from}`, { balance: (source?.['balance'] ?? NaN) - amount });
        step.set(`accounts/${to}`, { balance: (target?.['balance'] ?? NaN) + amount });
        step.set(`marks/${id}`, { value: next });
      }),
    );
    done.push({ id, counter, began, ended: performance.now() });
    acknowledged.add();
  }
  return done;
}

/** Retries until the attempt succeeds. Conflicts and a killed server are expected. */
async function retryUntilSuccess(attempt: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await attempt();
    } catch {
      await pause(random.below(20));
    }
  }
}

/** Kills the server `kills` times while the clients work. */
async function killRepeatedly(acknowledged: Acknowledged): Promise<void> {
  const share = Math.floor((clients * operations) / (kills + 1));
  for (let kill = 0; kill < kills; kill += 1) {
    await acknowledged.more(1 + random.below(share));
    await server.kill();
    await server.start();
  }
}

async function readValues(client: Client, history: readonly Operation[]): Promise<Map<string, number>> {
  const values = new Map<string, number>();
  for (const { id } of history) values.set(id, (await client.read(`marks/${id}`))?.['value'] ?? NaN);
  return values;
}

/** Asserts that an operation that ended before another began has the lower counter value. */
function checkRealTimeOrder(history: readonly Operation[], values: ReadonlyMap<string, number>): void {
  const byEnd = [...history].sort((a, b) => a.ended - b.ended);
  let highest = 0;
  let next = 0;
  for (const { id, began } of [...history].sort((a, b) => a.began - b.began)) {
    for (let earlier = byEnd[next]; earlier !== undefined && earlier.ended < began; earlier = byEnd[++next]) {
      highest = Math.max(highest, values.get(earlier.id) ?? NaN);
    }
    expect(values.get(id)).toBeGreaterThan(highest);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function adminClient(number: number): Client {
  process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${server.port}`;
  const db = initializeFirestore(initializeAdmin({ projectId: project }, `admin-${number}`));
  db.settings({
    'grpc.initial_reconnect_backoff_ms': 50,
    'grpc.max_reconnect_backoff_ms': 100,
    'grpc.min_reconnect_backoff_ms': 50,
  });
  return {
    transact: (run) =>
      db.runTransaction(
        (transaction) =>
          run({
            get: async (path) => (await transaction.get(db.doc(path))).data(),
            set: (path, fields) => void transaction.set(db.doc(path), fields),
          }),
        { maxAttempts: 1 },
      ),
    read: async (path) => (await db.doc(path).get()).data(),
    stop: () => db.terminate(),
  };
}

function liteClient(number: number): Client {
  const db = lite.getFirestore(initializeApp({ projectId: project, apiKey: 'unused' }, `lite-${number}`));
  lite.connectFirestoreEmulator(db, '127.0.0.1', server.port, { mockUserToken: 'owner' });
  return {
    transact: (run) =>
      lite.runTransaction(
        db,
        (transaction) =>
          run({
            get: async (path) => (await transaction.get(lite.doc(db, path))).data(),
            set: (path, fields) => void transaction.set(lite.doc(db, path), fields),
          }),
        { maxAttempts: 1 },
      ),
    read: async (path) => (await lite.getDoc(lite.doc(db, path))).data(),
    stop: () => lite.terminate(db),
  };
}
