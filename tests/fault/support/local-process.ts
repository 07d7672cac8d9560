import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Service } from '../../../local/start.ts';
import type { ProcessOptions } from './local-main.ts';

export const PROJECT = 'demo-fault';

/** A local Firebase in a separate process, which tests can kill and restart with the same ports and data. */
export interface LocalProcess {
  readonly hosts: Record<Service, string>;
  readonly dataDir: string;
  /** Resolves once it serves. */
  start(): Promise<void>;
  /** SIGKILL; resolves once the process is gone. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Resolves when all events are delivered. */
  idle(): Promise<void>;
  isAlive(): boolean;
  /** The log so far. */
  logged(): string;
  /** Kills it and removes its data. */
  remove(): Promise<void>;
}

const main = fileURLToPath(new URL('./local-main.ts', import.meta.url));
const contractFile = (name: string): string => fileURLToPath(new URL(`../../contract/${name}`, import.meta.url));

/** Path of the functions module of the contract suites. */
export const contractFunctions = contractFile('functions/fixture/index.ts');

export async function localProcess(options: Partial<ProcessOptions> & { only: Service[] }): Promise<LocalProcess> {
  const { functionsModule = '', ...rest } = options;
  const folder = mkdtempSync(join(tmpdir(), 'frontage-fault-'));
  const dataDir = join(folder, 'data');
  const ports = { auth: 0, storage: 0, firestore: 0, functions: 0 };
  for (const service of options.only) ports[service] = await freePort();
  const json = JSON.stringify({
    project: PROJECT,
    ports,
    dataDir,
    firestoreRules: contractFile('open.firestore.rules'),
    storageRules: contractFile('open.storage.rules'),
    firestoreIndexes: contractFile('firestore.indexes.json'),
    ...rest,
  });
  let child: ChildProcess | null = null;
  let errors = '';
  const isAlive = (): boolean => child !== null && child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child === null || !isAlive()) return child?.exitCode ?? null;
    const gone = once(child, 'exit') as Promise<[number | null]>;
    child.kill(signal);
    return (await gone)[0];
  };
  const kill = async (): Promise<void> => void (await end('SIGKILL'));

  return {
    hosts: {
      auth: `127.0.0.1:${ports.auth}`,
      storage: `127.0.0.1:${ports.storage}`,
      firestore: `127.0.0.1:${ports.firestore}`,
      functions: `127.0.0.1:${ports.functions}`,
    },
    dataDir,
    async start() {
      const started = fork(main, [json, functionsModule], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] });
      child = started;
      started.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
      await new Promise<void>((resolve, reject) => {
        started.stdout?.on('data', (chunk: Buffer) => {
          if (chunk.toString().includes('ready')) resolve();
        });
        started.once('exit', (code) =>
          reject(new Error(`The local Firebase ended with ${code} before it was ready.\n${errors}`)),
        );
      });
    },
    kill,
    stop: () => end('SIGTERM'),
    async idle() {
      if (child === null) return;
      const answer = once(child, 'message');
      child.send('idle');
      await answer;
    },
    isAlive,
    logged: () => errors,
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
