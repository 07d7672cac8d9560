import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { copyCompiled, copySeeded } from '../data-folders.ts';

const root = join(import.meta.dirname, '../..');

/** The `ready` event: origins with scheme, Firebase services as host:port. */
interface Ready {
  project: string;
  site: string;
  admin: string;
  embed: string;
  pipeline: string;
  functions: string;
  auth: string;
  storage: string;
  firestore: string;
}

export interface RunningStack extends Ready {
  pid: number | undefined;
  dataDir: string;
  port: number;
  /** Every JSON event printed so far. */
  events: Record<string, unknown>[];
  /** Sends SIGTERM, waits for the exit, and removes the data folder unless `keepData` is set. */
  stop(options?: { keepData: boolean }): Promise<void>;
  /** SIGKILL; the data folder stays. */
  kill(): Promise<void>;
}

export interface StackOptions {
  dataDir?: string;
  /** Starts from a copy of a seeded data folder, whose example content may refer to other ports. */
  isSeeded?: boolean;
  port?: number;
  command?: 'start' | 'dev';
  /** Another copy of the project. */
  project?: string;
  env?: Record<string, string>;
}

/**
 * Starts `frontage start --json` on free ports with a temporary data folder, or with the given `dataDir` and `port`.
 */
export async function startStack(options: StackOptions = {}): Promise<RunningStack> {
  const { command = 'start', project = root } = options;
  const dataDir = options.dataDir ?? newDataDir(options.isSeeded ? copySeeded : copyCompiled);
  const port = options.port ?? (await findFreePorts(8));
  const args = ['cli/frontage.ts', command, '--json', '--port', String(port), '--data', dataDir];
  const child = spawn(process.execPath, args, {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  });
  const events: Record<string, unknown>[] = [];
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = await new Promise<Ready>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const event = parseEvent(line);
      if (!event) return;
      events.push(event);
      if (event['event'] === 'ready') resolve(event as unknown as Ready);
    });
    void exited.then(() => reject(new Error(`The stack ended before it was ready.\n${errors}`)));
  });
  return {
    ...ready,
    pid: child.pid,
    dataDir,
    port,
    events,
    async stop({ keepData } = { keepData: false }) {
      await end(child, { signal: 'SIGTERM', exited });
      if (!keepData) rmSync(dataDir, { recursive: true, force: true });
    },
    kill: () => end(child, { signal: 'SIGKILL', exited }),
  };
}

function newDataDir(fill: (dataDir: string) => void): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'frontage-test-'));
  fill(dataDir);
  return dataDir;
}

function parseEvent(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return null;
  }
}

async function end(child: ChildProcess, { signal, exited }: { signal: NodeJS.Signals; exited: Promise<void> }) {
  child.kill(signal);
  await exited;
}

/** Finds `count` consecutive free ports from a random number, at most 7,999 above `lowest`. Returns the first. */
export async function findFreePorts(count: number, lowest = 20_000): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const base = lowest + Math.floor(Math.random() * 7_992);
    const free = await Promise.all(Array.from({ length: count }, (_, index) => isFree(base + index)));
    if (free.every(Boolean)) return base;
  }
  throw new Error(`No ${count} consecutive ports are free`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
