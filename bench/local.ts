import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import type { Firestore } from 'firebase-admin/firestore';

const project = 'demo-bench';

interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The goal: a minimum or a maximum. */
  target?: { atLeast: number } | { atMost: number };
}

/**
 * Measures the embedded Firestore in a separate process, queried by firebase-admin in this one: start-up, commits, gets
 * and queries per second, one demanding query, memory. `--quick` runs a tenth of the operations.
 */
export async function run(args: string[]): Promise<void> {
  const scale = args.includes('--quick') ? 0.1 : 1;
  const folder = mkdtempSync(join(tmpdir(), 'bench-local-'));
  const server = await startServer(join(folder, 'documents.sqlite'));
  process.env['FIRESTORE_EMULATOR_HOST'] = `127.0.0.1:${server.port}`;
  process.env['METADATA_SERVER_DETECTION'] = 'none';
  const db = getFirestore(initializeApp({ projectId: project }, 'bench-local'));
  try {
    const figures: Figure[] = [{ name: 'ready after', value: server.readyMs, unit: 'ms', target: { atMost: 1500 } }];
    await commits(db, 1000 * scale);
    figures.push({
      name: 'single-document commits',
      value: perSecond(10_000 * scale, await commits(db, 10_000 * scale)),
      unit: '/s',
      target: { atLeast: 2000 },
    });
    figures.push({ name: 'gets', value: perSecond(10_000 * scale, await gets(db, 10_000 * scale)), unit: '/s' });
    await fill(db, 20_000);
    figures.push({
      name: '1,000-result queries',
      value: perSecond(50 * scale, await largeQueries(db, 50 * scale)),
      unit: '/s',
    });
    figures.push({
      name: 'filtered, ordered, limited query over 20,000 documents (median of 21)',
      value: await demandingQuery(db),
      unit: 'ms',
      target: { atMost: 50 },
    });
    figures.push({ name: 'memory with 30,000 documents', value: await server.memory(), unit: 'MiB' });
    for (const figure of figures) process.stdout.write(`${present(figure)}\n`);
  } finally {
    await db.terminate();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function present({ name, value, unit, target }: Figure): string {
  const text = `${name}: ${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en-US')} ${unit}`;
  if (target === undefined) return text;
  const [met, words] =
    'atLeast' in target
      ? [value >= target.atLeast, `≥ ${target.atLeast}`]
      : [value <= target.atMost, `≤ ${target.atMost}`];
  return `${text} (target ${words}: ${met ? 'met' : 'MISSED'})`;
}

function perSecond(count: number, ms: number): number {
  return (count / ms) * 1000;
}

async function timed(act: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

const concurrency = 64;

/** Runs `count` calls, always `concurrency` of them at a time, and returns the milliseconds it took. */
function many(count: number, call: (i: number) => Promise<unknown>): Promise<number> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) await call(next++);
  };
  return timed(async () => void (await Promise.all(Array.from({ length: concurrency }, worker))));
}

const body = 'A paragraph of ordinary length, as pages have them. '.repeat(6);

function commits(db: Firestore, count: number): Promise<number> {
  return many(count, (i) => db.doc(`commits/${i}`).set({ title: `Title ${i}`, body, rev: i, published: true }));
}

function gets(db: Firestore, count: number): Promise<number> {
  return many(count, (i) => db.doc(`commits/${i}`).get());
}

async function fill(db: Firestore, count: number): Promise<void> {
  for (let start = 0; start < count; start += 500) {
    const batch = db.batch();
    for (let i = start; i < start + 500; i++) {
      batch.set(db.doc(`many/${i}`), { n: (i * 7919) % count, group: i % 10, title: `Title ${i}`, body });
    }
    await batch.commit();
  }
}

function largeQueries(db: Firestore, count: number): Promise<number> {
  return timed(async () => {
    for (let i = 0; i < count; i++) {
      const { size } = await db
        .collection('many')
        .orderBy('n')
        .startAt(i * 10)
        .limit(1000)
        .get();
      if (size !== 1000) throw new Error(`Expected 1,000 results, got ${size}.`);
    }
  });
}

async function demandingQuery(db: Firestore): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 21; i++) {
    const query = db
      .collection('many')
      .where('group', '==', i % 10)
      .where('n', '>', 100)
      .orderBy('n', 'desc')
      .limit(20);
    times.push(await timed(async () => void (await query.get())));
  }
  return times.sort((a, b) => a - b)[10] ?? NaN;
}

interface ServerProcess {
  port: number;
  /** Milliseconds from the start of the process until it listens. */
  readyMs: number;
  /** Resident memory in MiB. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

const main = `
  const { startFirestore } = await import(process.argv[1]);
  const { port } = await startFirestore({ project: '${project}', host: '127.0.0.1', port: 0, file: process.argv[2] });
  console.log(port);
  process.on('message', () => process.send(process.memoryUsage().rss));
`;

async function startServer(file: string): Promise<ServerProcess> {
  const start = performance.now();
  const module = fileURLToPath(import.meta.resolve('@frontage/firestore-server/server'));
  const child = spawn(process.execPath, ['--input-type=module', '-e', main, module, file], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    createInterface({ input: child.stdout as Readable }).once('line', (line) => resolve(Number(line)));
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  const readyMs = performance.now() - start;
  return {
    port,
    readyMs,
    async memory() {
      child.send('memory');
      const [bytes] = (await once(child, 'message')) as [number];
      return bytes / 2 ** 20;
    },
    async stop() {
      child.kill();
      await exited;
    },
  };
}
